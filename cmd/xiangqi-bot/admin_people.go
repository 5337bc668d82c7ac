package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"xiangqibot/bot/game"
)

// personOf checks the id of a person.
func personOf(id string) (game.Person, error) {
	if !isID(id) {
		return "", &usageError{fmt.Sprintf("%q is not the id of a person; want 17 to 20 digits (in Discord: Copy User ID)", id)}
	}
	return game.Person(id), nil
}

func (o *console) showPerson(ctx context.Context, operands []string, stdout io.Writer) error {
	p, err := personOf(operands[0])
	if err != nil {
		return err
	}
	data, err := o.database.Privacy.PersonalData(ctx, p)
	if err != nil {
		return err
	}
	lines := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	for _, table := range slices.Sorted(maps.Keys(data.Rows)) {
		_, _ = fmt.Fprintf(lines, "%s\t%d\n", table, len(data.Rows[table])) // Flush returns the error
	}
	for _, g := range data.Games {
		_, _ = fmt.Fprintln(lines, summary(g))
	}
	if len(data.Rows) == 0 && len(data.Games) == 0 {
		_, _ = fmt.Fprintln(lines, "nothing is stored")
	}
	return lines.Flush()
}

func (o *console) exportPerson(ctx context.Context, operands []string, stdout io.Writer) error {
	p, err := personOf(operands[0])
	if err != nil {
		return err
	}
	file, err := o.privacy.Export(ctx, game.Act{Actor: p})
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s\n", file)
	}
	return err
}

func (o *console) deletePerson(ctx context.Context, operands []string, stdout io.Writer) error {
	p, err := personOf(operands[0])
	if err != nil {
		return err
	}
	if err := o.privacy.Erase(ctx, game.Act{Actor: p}); err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, "the data of the person is deleted")
	return err
}

// gameOf reads the game with a number.
func (o *console) gameOf(ctx context.Context, text string) (*game.Game, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number <= 0 {
		return nil, &usageError{fmt.Sprintf("%q is not the number of a game", text)}
	}
	g, err := o.games.Game(ctx, game.ID(number))
	return g, inWords(err)
}

func (o *console) showGame(ctx context.Context, operands []string, stdout io.Writer) error {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, summary(g))
	return err
}

func (o *console) endGame(ctx context.Context, operands []string, stdout io.Writer) error {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return err
	}
	p, err := personOf(operands[1])
	if err != nil {
		return err
	}
	if !g.Involves(p) {
		return &usageError{fmt.Sprintf("person %s is not in game %d", p, g.ID)}
	}
	ended, err := o.games.Act(ctx, game.Act{Actor: p}, g.ID, func(g *game.Game, at time.Time) error { return g.Leave(p, at) })
	if err != nil {
		return inWords(err)
	}
	_, err = fmt.Fprintln(stdout, summary(ended))
	return err
}

func (o *console) voidGame(ctx context.Context, operands []string, stdout io.Writer) error {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return err
	}
	if g, err = o.operator.Void(ctx, g.ID); err != nil {
		return inWords(err)
	}
	_, err = fmt.Fprintln(stdout, summary(g))
	return err
}

// summary is a game in a line.
func summary(g *game.Game) string {
	line := fmt.Sprintf("game %d: %s, revision %d of %s, channel %s", g.ID, g.State, g.Revision, g.Updated.UTC().Format(time.DateTime), g.Channel)
	if g.Guild != "" {
		line += " of server " + g.Guild
	}
	for c, s := range g.Seats {
		if s.Person != "" {
			line += fmt.Sprintf(", %v %s", seatNames[c], s.Person)
		}
	}
	if g.State == game.Offered {
		line += fmt.Sprintf(", by %s", g.Challenger)
	}
	if g.State == game.Finished {
		line += fmt.Sprintf(", %v by %v", g.Outcome, g.End)
	}
	return line
}

// seatNames are the sides in the order of their seats.
var seatNames = [2]string{"red", "black"}

// inWords is a refusal in words for an operator.
func inWords(err error) error {
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return errors.New("refused: " + string(refusal.Code))
	}
	return err
}
