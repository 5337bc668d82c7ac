// Package engine plays Xiangqi.
//
// Two calls are enough to start with:
//
//	e := engine.New(engine.Options{})
//	choice, err := e.Play(ctx, &record, engine.LevelMax, engine.Limits{})
//
// [Engine.Play] answers as an opponent of a given strength would: from the opening book where it knows one, else by
// searching, and at the lower strengths with the mistakes of a person who does not see everything. [Engine.Analyze]
// always searches as well as the limits allow. An engine serves one caller at a time; a [Pool] shares a few engines
// among many games. Package study reviews whole games.
//
// Levels have ratings ([Level.Rating]) on a scale of the project's own, on which a new player starts at 1500. It cannot
// be compared with other scales.
//
// docs/architecture.md lists the packages below. Nothing here knows about Discord, people or storage.
package engine
