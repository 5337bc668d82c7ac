package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"

	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
)

type gamesCommand struct {
	Journal string `arg:"" help:"Journal of a match." type:"existingfile"`
	Style   string `default:"iccs" enum:"iccs,wxf,chinese" help:"Notation of the moves: ${enum}."`
	Scores  bool   `help:"Add the score to each move, in centipawns for the side that moved."`
	Number  []int  `help:"Print only these games. May be repeated."`
}

// Run prints the games of a journal as PGN.
func (c *gamesCommand) Run(ctx context.Context) error {
	games, err := match.ReadJournal(c.Journal)
	if err != nil {
		return err
	}
	style, err := notation.ParseStyle(c.Style)
	if err != nil {
		return err
	}
	for _, n := range c.Number {
		if !slices.ContainsFunc(games, func(g match.Game) bool { return g.Number == n }) {
			return fmt.Errorf("game %d is not among the %d of %s", n, len(games), c.Journal)
		}
	}
	for i := range games {
		if len(c.Number) > 0 && !slices.Contains(c.Number, games[i].Number) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		g, err := c.sheet(&games[i])
		if err != nil {
			return err
		}
		text, err := codec.Write(g, gamefile.PGN, style)
		if err != nil {
			return err
		}
		if _, err := os.Stdout.Write(append(text, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// sheet converts a game of a journal for package gamefile.
func (c *gamesCommand) sheet(played *match.Game) (*gamefile.Game, error) {
	rec, err := played.Record()
	if err != nil {
		return nil, err
	}
	outcome, err := played.Result()
	if err != nil {
		return nil, err
	}
	g := &gamefile.Game{
		Event: "xiangqi-lab match", Round: strconv.Itoa(played.Number), Red: played.Red, Black: played.Black,
		Tags:  []gamefile.Tag{{Name: "Termination", Value: string(played.Termination)}},
		Start: rec.Start, Line: gamefile.Line{Moves: rec.Moves},
	}
	switch outcome {
	case rules.RedWins:
		g.Result = gamefile.RedWins
	case rules.BlackWins:
		g.Result = gamefile.BlackWins
	case rules.Draw:
		g.Result = gamefile.Draw
	default:
	}
	if c.Scores {
		for ply, score := range played.Scores {
			if score != nil {
				g.Comments.Set(ply+1, fmt.Sprintf("%+d", *score))
			}
		}
	}
	return g, nil
}
