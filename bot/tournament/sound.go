package tournament

import (
	"fmt"

	"xiangqibot/bot/game"
)

// Contradictions lists the inconsistencies of a saved tournament, as sentences for the operator of the bot. A
// consistent tournament has none.
func (t *Tournament) Contradictions() (found []string) {
	fault := func(format string, values ...any) {
		found = append(found, fmt.Sprintf("tournament %d", t.ID)+fmt.Sprintf(format, values...))
	}
	seen := map[game.Person]bool{game.Deleted: false}
	for _, e := range t.Players {
		if seen[e.Person] {
			fault(" has %s twice", e.Person)
		}
		seen[e.Person] = e.Person != game.Deleted
	}
	switch {
	case len(t.Boards) != t.Round:
		fault(" is in round %d, and %d rounds have boards", t.Round, len(t.Boards))
		return found // the checks below rely on the rounds
	case t.Stage == SigningUp && t.Round > 0:
		fault(" is still open to players, and is in round %d", t.Round)
	case t.Stage == Underway && (t.Round < 1 || t.Round > t.Rounds):
		fault(" is in round %d of %d", t.Round, t.Rounds)
	}
	for i, boards := range t.Boards {
		over := true
		for _, about := range t.boardFaults(boards) {
			fault(", round %d: %s", i+1, about)
		}
		for _, m := range boards {
			over = over && m.Over
		}
		switch last := i+1 == t.Round; {
		case over && last && t.Stage == Underway:
			fault(" waits in round %d, and all its boards are over", i+1)
		case !over && (!last || t.Stage == Decided):
			fault(" has gone on after round %d, and not all its boards are over", i+1)
		}
	}
	return found
}

// boardFaults lists the inconsistencies of the boards of a round: a player may sit at only one board, and a bye scores
// a point, or in a round-robin possibly none.
func (t *Tournament) boardFaults(boards []Board) (found []string) {
	seated := map[int]bool{}
	for i, m := range boards {
		seats := []int{m.Red, m.Black}
		if m.Bye() {
			seats = seats[:1]
		}
		for _, p := range seats {
			if p < 0 || p >= len(t.Players) {
				found = append(found, fmt.Sprintf("board %d is of player %d, and there are %d", i+1, p+1, len(t.Players)))
			} else if seated[p] {
				found = append(found, fmt.Sprintf("%s sits at two boards", t.Players[p].Person))
			}
			seated[p] = true
		}
		byeScore := m.Score == 1 || m.Score == 0 && t.System == RoundRobinSystem
		switch {
		case m.Bye() && (!m.Over || !byeScore || m.Game != 0):
			found = append(found, fmt.Sprintf("board %d is a bye, which has its points without a game, and has %+v", i+1, m))
		case m.Over && m.Score != 0 && m.Score != 0.5 && m.Score != 1:
			found = append(found, fmt.Sprintf("board %d brought Red %v points", i+1, m.Score))
		case m.Over && !m.Bye() && m.Game == 0:
			found = append(found, fmt.Sprintf("board %d is over without a game", i+1))
		}
	}
	return found
}

// Waits lists the boards of the current round for which a job must be queued: the board's [Fixture] or, if its game has
// not begun, the [AnnounceRound] that starts the boards of the round. over reports whether a game is over.
func (t *Tournament) Waits(over func(game.ID) bool) (boards []Fixture) {
	if t.Stage != Underway || t.Round < 1 || t.Round > len(t.Boards) {
		return nil
	}
	for i, m := range t.Boards[t.Round-1] {
		if !m.Over && (m.Game == 0 || over(m.Game)) {
			boards = append(boards, Fixture{t.ID, t.Round, i})
		}
	}
	return boards
}
