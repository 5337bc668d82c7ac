package main

import (
	"errors"
	"fmt"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book/played"
	"xiangqibot/engine/rules"
)

type bookPlayedCommand struct {
	Out   string   `arg:"" type:"path" help:"File to write the table to."`
	Games []string `arg:"" type:"existingfile" help:"Files of people's games (.jsonl, .jsonl.gz)."`
	Plies int      `default:"30" help:"Number of plies of each game to count."`
	Least int      `default:"3" help:"Keep moves played in at least this many games."`
}

// Run counts the moves people have played.
func (c *bookPlayedCommand) Run() error {
	if err := errors.Join(place("OUT", c.Out), atLeast("--plies", c.Plies, 1), atLeast("--least", c.Least, 1)); err != nil {
		return err
	}
	builder, counted := played.NewBuilder(c.Plies), 0
	results := map[rules.Outcome]played.Result{
		rules.RedWins: played.RedWon, rules.Draw: played.Drawn, rules.BlackWins: played.BlackWon,
	}
	for _, path := range c.Games {
		games, err := readGames(path)
		if err != nil {
			return err
		}
		for i := range games {
			result, over := results[games[i].Outcome]
			if !over || games[i].Start != board.StartPosition() {
				continue
			}
			var line []board.Move
			for _, ply := range games[i].Plies {
				line = append(line, ply.Move)
			}
			builder.Add(line, result)
			counted++
		}
	}
	table := builder.Table(c.Least)
	fmt.Printf("%d games, %d positions\n", counted, table.Len())
	return atomicfile.Write(c.Out, table.Write)
}
