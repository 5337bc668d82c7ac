package main

import (
	"context"
	"fmt"
	"os"

	"xiangqibot/engine/lab/selfplay"
)

type statsCommand struct {
	Files []string `arg:"" help:"Files of self-play games." type:"existingfile"`
}

// Run prints the statistics of all files together.
func (c *statsCommand) Run(ctx context.Context) error {
	var s selfplay.Statistics
	for _, name := range c.Files {
		if err := countFile(ctx, name, &s); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if s.Games == 0 {
		fmt.Println("no games")
		return nil
	}
	fmt.Printf("%d games: Red won %s, drew %s, lost %s\n", s.Games, percent(s.Won, s.Games), percent(s.Drawn, s.Games), percent(s.Lost, s.Games))
	fmt.Printf("%d positions with a score, %.1f a game; %s of them different, %s quiet\n", s.Positions, float64(s.Positions)/float64(s.Games),
		percent(s.Distinct(), s.Positions), percent(s.Quiet, s.Positions))
	fmt.Print("pieces on the board:")
	for i, n := range s.Phases {
		fmt.Printf("  %d to %d %s", 8*i+1, 8*i+8, percent(n, s.Positions))
	}
	fmt.Println("\n\n| score | positions | points |\n| ---: | ---: | ---: |")
	for i, b := range s.Buckets {
		if b.Positions > 0 {
			fmt.Printf("| %d | %d | %.3f |\n", (i-len(s.Buckets)/2)*selfplay.BucketWidth, b.Positions, b.Points/float64(b.Positions))
		}
	}
	return nil
}

// countFile adds the games of a file and prints their number and terms.
func countFile(ctx context.Context, name string, s *selfplay.Statistics) error {
	file, err := os.Open(name) //nolint:gosec // whoever runs the program names the file
	if err != nil {
		return err
	}
	defer file.Close()
	r, err := selfplay.NewReader(file)
	if err != nil {
		return err
	}
	had := s.Games
	for g, err := range r.All() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		s.Add(&g)
	}
	fmt.Printf("%s: %d games; %s\n", name, s.Games-had, r.Terms())
	return nil
}

// percent formats a share in percent.
func percent(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
