package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"xiangqibot/engine"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/match"
	"xiangqibot/engine/uciclient"
)

type ladderCommand struct {
	Play  ladderPlay  `cmd:"" help:"Play matches between neighboring strengths and fit their ratings."`
	Judge ladderJudge `cmd:"" help:"Have another engine judge the moves of a strength."`
}

type ladderPlay struct {
	Dir   string `required:"" help:"Directory with a journal for each pair. An interrupted ladder continues." type:"path"`
	From  int    `default:"1" help:"The weakest strength."`
	To    int    `default:"10" help:"The strongest strength."`
	Reach int    `default:"2" help:"Largest difference in strength between opponents; 1 for neighbors only."`
	Eval  string `help:"Network written by train (default: the one of the bot)." type:"existingfile"`

	Games    int       `default:"400" help:"Maximum number of games per pairing, rounded up to an even number."`
	Openings string    `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	At       int       `name:"at-once" default:"1" help:"Games to play concurrently."`
	SPRT     []float64 `help:"Stop a match once a sequential test decides between two Elo values, as in 100,200." sep:","`
}

// ladder builds the ladder.
func (c *ladderPlay) ladder() (*match.Ladder, error) {
	if c.From < int(engine.LevelMin) || c.To > int(engine.LevelMax) || c.From > c.To {
		return nil, fmt.Errorf("--from %d --to %d: strengths go from %d to %d",
			c.From, c.To, engine.LevelMin, engine.LevelMax)
	}
	if err := atLeast("--reach", c.Reach, 1); err != nil {
		return nil, err
	}
	l := &match.Ladder{
		Dir: c.Dir, MaxDistance: c.Reach,
		Budget:       match.Budget{Depth: 1}, // ignored: levels have their own limits
		Adjudication: match.StandardAdjudication(),
	}
	network, networkName, err := c.network()
	if err != nil {
		return nil, err
	}
	versions := benches{}
	for level := engine.Level(c.From); int(level) <= c.To; level++ {
		o := match.BuiltInOptions{HashMB: usualHash, Level: level, Network: network, NetworkName: networkName}
		l.Rungs = append(l.Rungs, versions.builtIn(fmt.Sprintf("level %v", level), o))
	}
	return l, nil
}

// network returns the network of the levels, nil for the hand-written evaluation.
func (c *ladderPlay) network() (n *nnue.Network, name string, err error) {
	if c.Eval != "" {
		return readNetwork(c.Eval)
	}
	if n = nnue.Default(); n == nil {
		return nil, "", nil
	}
	return n, fmt.Sprintf("standard (%08x)", crc32.ChecksumIEEE([]byte(n.Recipe))), nil
}

// Run plays the missing games and prints the table. An interruption is not an error.
func (c *ladderPlay) Run(ctx context.Context) error {
	l, err := c.ladder()
	if err != nil {
		return err
	}
	if err := errors.Join(atLeast("--games", c.Games, 1), atLeast("--at-once", c.At, 1)); err != nil {
		return err
	}
	l.Pairs, l.Concurrency = (c.Games+1)/2, c.At
	if l.SPRT, err = sprt(c.SPRT); err != nil {
		return err
	}
	if l.Openings, err = readOpenings(c.Openings); err != nil {
		return err
	}
	line, played := newProgress(), 0
	l.Progress = func(m *match.Match, s match.Standing, done int) {
		played++ // Progress is called for each new game
		line.show(done, l.Games(), done-played, m.A.Name+" against "+m.B.Name+": "+s.String())
	}
	encounters, err := l.Run(ctx)
	line.end()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if err := ladderTable(l, encounters); err != nil {
		return err
	}
	if l.SPRT != nil {
		fmt.Printf("\nSPRT between %g and %g:\n", l.SPRT.Elo0, l.SPRT.Elo1)
		for _, e := range encounters {
			fmt.Printf("- %s – %s: %s\n", l.Rungs[e.Stronger].Name, l.Rungs[e.Weaker].Name, e.Standing.Decision)
		}
	}
	return nil
}

// ladderTable prints the rungs with their rating differences, then each matchup's score beside the expected one. It
// removes the rungs that have not played from l.
func ladderTable(l *match.Ladder, encounters []match.Matchup) error {
	if len(encounters) == 0 {
		return errors.New("no game has been played")
	}
	met := 0
	for _, e := range encounters {
		met = max(met, e.Stronger+1)
	}
	l.Rungs = l.Rungs[:max(met, 1)] // rungs that have not played have no rating
	fit, err := match.FitRatings(len(l.Rungs), encounters)
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("| player | above the first | step from below |\n| --- | --- | --- |\n")
	for i, rung := range l.Rungs {
		whole, step := "0", ""
		if i > 0 {
			whole, step = plusMinus(fit.Difference(i, 0)), plusMinus(fit.Difference(i, i-1))
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", rung.Name, whole, step)
	}
	b.WriteString("\n| games | result | score | fit expects | Elo [95 %] |\n| --- | --- | --- | --- | --- |\n")
	for _, e := range encounters {
		s := e.Standing
		score := (float64(s.Wins) + float64(s.Draws)/2) / float64(max(1, s.Games()))
		fmt.Fprintf(&b, "| %s – %s | +%d =%d -%d | %.1f %% | %.1f %% | %s |\n",
			l.Rungs[e.Stronger].Name, l.Rungs[e.Weaker].Name,
			s.Wins, s.Draws, s.Losses, 100*score, 100*fit.ExpectedScore(e.Stronger, e.Weaker), s.Elo())
	}
	fmt.Print(b.String())
	return nil
}

func plusMinus(elo, margin float64) string { return fmt.Sprintf("%.0f ± %.0f", elo, margin) }

type ladderJudge struct {
	Journal []string `arg:"" help:"Journals with games of the players." type:"existingfile"`
	Player  []string `required:"" help:"Player to judge, by its name in the journal: \"level 2\". May be repeated." sep:"none"`
	Command string   `default:"/usr/games/fairy-stockfish" help:"The judge: a program that speaks UCI."`
	Option  []string `default:"UCI_Variant=xiangqi" help:"UCI option of the judge, NAME=VALUE; repeatable." sep:"none"`
	Rank    int      `default:"1" enum:"0,1" help:"Number of Red's first rank in the judge's coordinates."`
	Nodes   uint64   `default:"15000" help:"Nodes per position."`
	Ply     int      `default:"10" help:"The first ply that counts."`
	Within  int      `default:"400" help:"Only positions that the judge scores within this many centipawns."`
	Moves   int      `default:"2000" help:"How many moves of each player; 0 for all."`
}

// Run prints a line for each player, with the columns for which the values of people are known.
func (c *ladderJudge) Run(ctx context.Context) (err error) {
	command := strings.Fields(c.Command)
	if len(command) == 0 {
		return errors.New("--command is blank")
	}
	err = errors.Join(atLeast("--moves", c.Moves, 0), atLeast("--ply", c.Ply, 0), atLeast("--nodes", c.Nodes, 1), atLeast("--within", c.Within, 0))
	if err != nil {
		return err
	}
	var games []match.Game
	for _, path := range c.Journal {
		more, err := match.ReadJournal(path)
		if err != nil {
			return err
		}
		games = append(games, more...)
	}
	judge, err := match.UCI("judge", uciclient.Options{
		Command: command, Settings: c.Option, Coordinates: uciclient.Coordinates{FirstRank: c.Rank},
	}).Start(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, judge.Close()) }()
	fmt.Println("| player | moves | best move found | median loss | mean | loses >= 100 | >= 200 | >= 400 |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, name := range c.Player {
		line := newProgress()
		bench := match.LossMeter{
			Judge: judge, Budget: match.Budget{Nodes: c.Nodes}, FirstPly: c.Ply, MaxScore: c.Within, MaxMoves: c.Moves,
			Progress: func(a *match.LossStats, n int) {
				if c.Moves > 0 {
					line.show(len(a.Losses), c.Moves, 0, name)
				} else {
					line.show(n, len(games), 0, name)
				}
			},
		}
		a, err := bench.Measure(ctx, games, name)
		line.end()
		if err != nil {
			return err
		}
		if len(a.Losses) == 0 {
			return fmt.Errorf("no move of %q is in the journals; names are written there as \"red\" and \"black\"", name)
		}
		fmt.Printf("| %s | %d | %.0f %% | %d | %.0f | %.1f %% | %.1f %% | %.1f %% |\n", name, len(a.Losses),
			100*float64(a.BestMoves)/float64(len(a.Losses)), a.Median(), a.Mean(),
			100*a.ShareAtLeast(100), 100*a.ShareAtLeast(200), 100*a.ShareAtLeast(400))
	}
	return nil
}
