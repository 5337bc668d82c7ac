package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/search"
	"xiangqibot/engine/uciclient"
)

type speedCommand struct {
	A programFlags `embed:"" prefix:"a-"`
	B programFlags `embed:"" prefix:"b-"`

	Nodes  uint64 `default:"1000000" help:"Nodes per search."`
	Rounds int    `default:"3" help:"Number of times that each program searches each position."`
}

// Run has both programs search the bench positions in turn, one thread each, and compares nodes per second of CPU time,
// which does not depend on the machine's other load. Each search has its own process.
func (c *speedCommand) Run(ctx context.Context) error {
	if err := errors.Join(atLeast("--rounds", c.Rounds, 1), atLeast("--nodes", c.Nodes, 1)); err != nil {
		return err
	}
	if c.A.Command == "" || c.B.Command == "" {
		return errors.New("name both programs: --a-command and --b-command")
	}
	sides := [2]uciclient.Options{c.A.options(), c.B.options()}
	var start [2]time.Duration
	for i, o := range sides {
		var err error
		if start[i], err = starting(ctx, o); err != nil {
			return err
		}
	}
	var speeds [2][]float64
	var ratios []float64
	line := newProgress()
	positions := search.BenchPositions()
	for n := range c.Rounds * len(positions) {
		var round [2]float64
		solved := false
		for i, o := range sides {
			rec := &board.Record{Start: positions[n%len(positions)]}
			took, thought, err := spent(ctx, o, rec, uciclient.Limits{Nodes: c.Nodes})
			if err != nil {
				return err
			}
			if thought.Nodes == 0 {
				return fmt.Errorf("%s searched %s and reported no nodes: its speed cannot be measured",
					o.Command[0], positions[n%len(positions)].FEN())
			}
			solved = solved || thought.Mate != 0 // it may have stopped well before its limit
			round[i] = float64(c.Nodes) / max(took-start[i], time.Millisecond).Seconds()
		}
		if solved {
			continue
		}
		for i := range sides {
			speeds[i] = append(speeds[i], round[i])
		}
		ratios = append(ratios, round[0]/round[1])
		line.show(n+1, c.Rounds*len(positions), 0, fmt.Sprintf("ratio %.2f", median(ratios)))
	}
	if len(ratios) == 0 {
		return errors.New("every position was solved before the limit: give less --nodes")
	}
	for i, o := range sides {
		fmt.Printf("%s: %.0f nodes/s (median of %d searches)\n", o.Command[0], median(speeds[i]), len(ratios))
	}
	fmt.Printf("ratio: %.2f (median; a quarter of the pairs below %.2f, a quarter above %.2f)\n",
		median(ratios), quantile(ratios, 1, 4), quantile(ratios, 3, 4))
	return nil
}

// starting is the CPU time of starting and stopping a program, which is subtracted from every search. It is the minimum
// of several runs, since the first one reads the program from the disk.
func starting(ctx context.Context, o uciclient.Options) (time.Duration, error) {
	const starts = 5
	least := time.Duration(math.MaxInt64)
	for range starts {
		took, _, err := spent(ctx, o, nil, uciclient.Limits{})
		if err != nil {
			return 0, err
		}
		least = min(least, took)
	}
	return least, nil
}

// spent starts a program, has it search if there is a record, stops it and returns its CPU time.
func spent(
	ctx context.Context, o uciclient.Options, rec *board.Record, limits uciclient.Limits,
) (time.Duration, uciclient.Result, error) {
	p, err := uciclient.Start(ctx, o)
	if err != nil {
		return 0, uciclient.Result{}, err
	}
	var thought uciclient.Result
	if rec != nil {
		thought, err = p.Think(ctx, rec, limits)
	}
	if err = errors.Join(err, p.Close()); err != nil {
		return 0, thought, err
	}
	return p.CPUTime(), thought, nil
}

func median(values []float64) float64 { return quantile(values, 1, 2) }

// quantile is the num/den quantile of the values.
func quantile(values []float64, num, den int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[(len(sorted)-1)*num/den]
}
