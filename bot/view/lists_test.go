package view

import (
	"math"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// longGames are as many games, in which Alice is to move, with ids and names as long as they get.
func longGames(n int) []*game.Game {
	const id, other = "18446744073709551615", game.Person("18446744073709551614")
	var games []*game.Game
	for i := range n {
		g := &game.Game{ID: math.MaxInt64 - game.ID(i), Guild: id, Channel: id, State: game.Active}
		g.Challenger, g.Opponent = alice, game.Seat{Person: other}
		g.Seats = [2]game.Seat{{Person: alice}, g.Opponent}
		g.Players = map[game.Person]game.Player{other: {Person: other, Name: strings.Repeat("*", 32)}}
		g.Record = board.NewRecord()
		g.Board.Message, g.Clock.Flag = id, noon
		games = append(games, g)
	}
	return games
}

// A list that is too long for a message loses whole lines: no link and no mention is cut.
func TestLongListsLoseWholeLines(t *testing.T) {
	for _, lang := range testPhrases(t).Languages() {
		r := viewer(t, lang, alice)
		for name, list := range map[string]struct {
			reply Reply
			end   string // of each of its lines
		}{
			"a display": {testView().SimulBoard(longGames(40), r), ">"},
			"games":     {Games(GameList{Games: longGames(pageSize), Turn: func(int) Press { return Press{} }}, r), "/18446744073709551615"},
		} {
			if problem := breaksLimits(list.reply); problem != "" {
				t.Errorf("%s in %s: %s", name, lang, problem)
			}
			lines := strings.Split(list.reply.Text, "\n")[1:]
			if last := len(lines) - 1; lines[last] == "…" {
				lines = lines[:last]
			}
			if len(lines) < 5 {
				t.Errorf("%s in %s: %d lines are left", name, lang, len(lines))
			}
			for _, line := range lines {
				if !strings.HasSuffix(line, list.end) {
					t.Errorf("%s in %s: a line is cut: %q", name, lang, line)
				}
			}
		}
	}
}

// A list that leaves games out says so, and does not count them.
func TestAListOfTheLatestGames(t *testing.T) {
	for _, lang := range testPhrases(t).Languages() {
		r := viewer(t, lang, alice)
		list := GameList{Games: longGames(3), Here: true, Turn: func(int) Press { return Press{} }}
		whole, _, _ := strings.Cut(Games(list, r).Text, "\n")
		list.More = true
		latest, _, _ := strings.Cut(Games(list, r).Text, "\n")
		if whole != r.Words.Count("games.title-here", 3) || latest != r.Words.Count("games.latest-here", 3) || latest == whole {
			t.Errorf("%s: %q, and with more of them %q", lang, whole, latest)
		}
	}
}
