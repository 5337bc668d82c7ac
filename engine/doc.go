// Package engine plays Xiangqi.
//
// Two calls are enough to begin with:
//
//	e := engine.New(engine.Options{})
//	choice, err := e.Choose(ctx, &record, rules.Asian(), engine.LevelMax)
//
// [Engine.Choose] answers as an opponent of a given strength would: from the opening book where it knows one, else by
// searching, and at the lower strengths with the mistakes of a person who does not see everything. [Engine.Analyse] never pretends: it
// searches as well as the limits allow. [Engine.Review] does so for every position of a game and grades its moves. An engine serves one caller at a time; a [Pool] shares a few engines among many games.
//
// The rooms below, in reading order:
//
//	board     the board, its pieces and their moves
//	notation  moves as people write them
//	rules     how a game stands
//	eval      who stands better
//	search    looking ahead
//	book      openings known by heart
//	turns     who is next where many wait, for the Pool
//
// Nothing here knows of Discord, of people or of storage.
package engine
