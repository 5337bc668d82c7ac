package peopleview

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/engine/rules"
)

const long = "12345678901234567" // the beginning of an id as long as those of Discord

// lastRound is a tournament in its last round, with the games of that.
func lastRound(players int) (*tournament.Tournament, map[game.ID]*game.Game) {
	t := &tournament.Tournament{
		ID: 12345, Guild: long + "01", Channel: long + "02", Stage: tournament.Underway, Rules: rules.Simple().String(), Round: 5,
		Spec: tournament.Spec{
			Name: strings.Repeat("*", tournament.MaxName), System: tournament.SwissSystem, Rounds: 5, Places: tournament.MaxEntrants,
			Rated: true, Conditions: game.Conditions{Time: clocks.TimeControl{PerMove: 72 * time.Hour}},
		},
	}
	for i := range players {
		t.Players = append(t.Players, tournament.Entrant{Person: game.Person(fmt.Sprintf("%s%02d", long, 10+i)), Withdrawn: i%2 == 1})
	}
	games := make(map[game.ID]*game.Game)
	for round := 1; round <= t.Round; round++ {
		var boards []tournament.Board
		for i := range players / 2 {
			m := tournament.Board{Pairing: tournament.Pairing{Red: i, Black: players - 1 - (i+round)%(players/2)}, Over: true, Score: 0.5}
			m.Game = game.ID(1_000_000 + 100*round + i)
			boards = append(boards, m)
			if round == t.Round {
				games[m.Game] = &game.Game{ID: m.Game, Guild: t.Guild, Channel: fmt.Sprintf("%s%02d", long, 50+i), Board: game.Board{
					Message: fmt.Sprintf("%s%02d", long, 70+i),
				}}
			}
		}
		t.Boards = append(t.Boards, boards)
	}
	return t, games
}

// However many play, Discord takes the card of a tournament, and each board has a whole link on it.
func TestTheCardOfATournamentLinksEveryBoard(t *testing.T) {
	for _, players := range []int{8, tournament.MaxEntrants} {
		tour, games := lastRound(players)
		for _, lang := range viewtest.Phrases(t).Languages() {
			card := TournamentCard(tour, games, readertest.Viewer(t, lang, gametest.Alice))
			if problem := viewtest.BreaksLimits(card.Message()); problem != "" {
				t.Errorf("%d players, in %s: %s", players, lang, problem)
			}
			shown := card.Text
			for _, f := range card.Embed.Fields {
				shown += "\n" + f.Value
			}
			for _, g := range games {
				if !strings.Contains(shown, "]("+gameview.BoardLink(g)+")") {
					t.Errorf("%d players, in %s: no link to game %d:\n%s", players, lang, g.ID, shown)
				}
			}
			if few := players == 8; few != (len(card.Embed.Fields) == 0) {
				t.Errorf("%d players, in %s: the links are in %d fields", players, lang, len(card.Embed.Fields))
			}
		}
	}
}
