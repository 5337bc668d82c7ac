package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"xiangqibot/engine/lab/match"
)

type ladderNetworks struct {
	Networks []string `arg:"" help:"Networks written by train, the oldest first. The hand-written evaluation comes before them." type:"existingfile"`
	Dir      string   `required:"" help:"Directory with a journal for each pair. An interrupted ladder continues." type:"path"`
	Reach    int      `default:"2" help:"How many places apart opponents are at most; 1 for neighbors only."`
	Games    int      `default:"400" help:"Maximum number of games per pairing, rounded up to an even number."`
	Nodes    uint64   `default:"4000" help:"Nodes per move."`
	Hash     int      `default:"16" help:"Size of each player's transposition table, in MB."`
	Openings string   `type:"existingfile" help:"Opening positions, one FEN a line (default: the start position)."`
	At       int      `name:"at-once" default:"1" help:"Games to play concurrently."`
	Picture  string   `help:"Write a picture (PNG) of the ratings." type:"path"`
}

// byHand is the name of the hand-written evaluation among the networks.
const byHand = "by hand"

// ladder builds the ladder.
func (c *ladderNetworks) ladder() (*match.Ladder, error) {
	err := errors.Join(
		atLeast("--games", c.Games, 1), atLeast("--at-once", c.At, 1), atLeast("--reach", c.Reach, 1),
		within("--hash", c.Hash, 1, maxHash), atLeast("--nodes", c.Nodes, 1))
	if err != nil {
		return nil, err
	}
	l := &match.Ladder{
		Dir: c.Dir, MaxDistance: c.Reach, Pairs: (c.Games + 1) / 2, Concurrency: c.At,
		Budget:       match.Budget{Nodes: c.Nodes},
		Adjudication: match.StandardAdjudication(),
	}
	if l.Openings, err = readOpenings(c.Openings); err != nil {
		return nil, err
	}
	versions := benches{}
	l.Rungs = append(l.Rungs, versions.builtIn(byHand, match.BuiltInOptions{HashMB: c.Hash}))
	known := map[string]string{byHand: "the hand-written evaluation"}
	for _, path := range c.Networks {
		o := match.BuiltInOptions{HashMB: c.Hash}
		if o.Network, o.NetworkName, err = readNetwork(path); err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		if other, taken := known[name]; taken {
			return nil, fmt.Errorf("%s: its name is that of %s: give the files different names", path, other)
		}
		known[name] = path
		l.Rungs = append(l.Rungs, versions.builtIn(name, o))
	}
	return l, nil
}

// Run plays the missing games, prints the table and draws the picture.
func (c *ladderNetworks) Run(ctx context.Context) error {
	l, err := c.ladder()
	if err != nil {
		return err
	}
	encounters, err := playLadder(ctx, l)
	if err != nil {
		return err
	}
	fit, err := ladderTable(l, encounters)
	if err != nil || c.Picture == "" {
		return err
	}
	return drawRatings(c.Picture, l, &fit)
}

// ratings are Elo differences from the first player, with their intervals.
type ratings struct {
	plotter.XYs
	plotter.YErrors
}

// drawRatings draws the rungs from left to right, with the 95 % intervals of their differences from the first.
func drawRatings(path string, l *match.Ladder, fit *match.RatingFit) error {
	p := plot.New()
	p.Y.Label.Text = "Elo above " + l.Rungs[0].Name
	var names []string
	var all ratings
	for i, rung := range l.Rungs {
		names = append(names, rung.Name)
		elo, margin := fit.Difference(i, 0)
		all.XYs = append(all.XYs, plotter.XY{X: float64(i), Y: elo})
		all.YErrors = append(all.YErrors, struct{ Low, High float64 }{margin, margin})
	}
	line, dots, err := plotter.NewLinePoints(all)
	if err != nil {
		return err
	}
	bars, err := plotter.NewYErrorBars(all)
	if err != nil {
		return err
	}
	line.Color, dots.Color, bars.Color = curveInks[0], curveInks[0], curveInks[0]
	dots.Shape, dots.Radius = draw.CircleGlyph{}, vg.Points(3)
	p.Add(plotter.NewGrid(), line, bars, dots)
	p.NominalX(names...)
	// Room for the ends of the intervals and the names.
	p.X.Min, p.X.Max = p.X.Min-0.5, p.X.Max+0.5
	margin := (p.Y.Max - p.Y.Min) / 20
	p.Y.Min, p.Y.Max = p.Y.Min-margin, p.Y.Max+margin
	return writePicture(path, p, 4.5*vg.Inch)
}
