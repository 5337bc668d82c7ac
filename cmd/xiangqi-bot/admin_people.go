package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"xiangqibot/bot/game"
)

func (o *console) showPerson(ctx context.Context, operands []string) (string, error) {
	data, err := o.database.Privacy.PersonalData(ctx, game.Person(operands[0]))
	if err != nil {
		return "", err
	}
	var lines []string
	for _, table := range slices.Sorted(maps.Keys(data.Rows)) {
		lines = append(lines, fmt.Sprintf("%s\t%d", table, len(data.Rows[table])))
	}
	for _, g := range data.Games {
		lines = append(lines, summary(g))
	}
	if len(lines) == 0 {
		return "nothing is stored", nil
	}
	return aligned(lines), nil
}

func (o *console) exportPerson(ctx context.Context, operands []string) (string, error) {
	file, err := o.privacy.Export(ctx, game.Act{Actor: game.Person(operands[0])})
	return string(file), err
}

func (o *console) deletePerson(ctx context.Context, operands []string) (string, error) {
	if err := o.privacy.Erase(ctx, game.Act{Actor: game.Person(operands[0])}); err != nil {
		return "", err
	}
	return "the data of the person is deleted", nil
}

// gameOf reads the game with a number.
func (o *console) gameOf(ctx context.Context, text string) (*game.Game, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number <= 0 {
		return nil, &usageError{fmt.Sprintf("%q is not the number of a game", text)}
	}
	return o.games.Game(ctx, game.ID(number))
}

func (o *console) showGame(ctx context.Context, operands []string) (string, error) {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return "", err
	}
	return summary(g), nil
}

func (o *console) endGame(ctx context.Context, operands []string) (string, error) {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return "", err
	}
	p := game.Person(operands[1])
	if !g.Involves(p) {
		return "", &usageError{fmt.Sprintf("person %s is not in game %d", p, g.ID)}
	}
	g, err = o.games.Act(ctx, game.Act{Actor: p}, g.ID, func(g *game.Game, at time.Time) error { return g.Leave(p, at) })
	if err != nil {
		return "", err
	}
	return summary(g), nil
}

func (o *console) voidGame(ctx context.Context, operands []string) (string, error) {
	g, err := o.gameOf(ctx, operands[0])
	if err != nil {
		return "", err
	}
	if g, err = o.operator.Void(ctx, g.ID); err != nil {
		return "", err
	}
	return summary(g), nil
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
