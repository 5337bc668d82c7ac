package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/peopleview"
)

// enter signs up for the tournament of the server, which one of the people opens and starts. It reports false where
// nothing is left to do in it but to play.
func (v *victim) enter(ctx context.Context) bool {
	var t *tournament.Tournament
	all := v.r.tournaments()
	if len(all) > 0 {
		t = all[len(all)-1]
	}
	switch {
	case t == nil || !t.Open():
		if v.starts {
			v.command(ctx, playground.XiangqiID, "manage tournament", map[string]any{
				"title": fmt.Sprint("Cup ", len(all)+1), "system": "round-robin", "time": "30+30", "rated": v.dice.IntN(2) == 0,
			})
		}
		return v.starts
	case t.Stage == tournament.SigningUp && !enters(t, v):
		return v.pressIn(ctx, t, peopleview.ArgJoin)
	case t.Stage == tournament.SigningUp && v.starts && len(t.Players) == entrants:
		return v.pressIn(ctx, t, peopleview.ArgStart)
	}
	return false
}

// pressIn presses a button of a tournament, and reports whether there was one.
func (v *victim) pressIn(ctx context.Context, t *tournament.Tournament, arg string) bool {
	return v.press(ctx, playground.XiangqiID, func(_ *wire.Message, press view.Press) bool {
		return press == view.Press{Act: view.PressTournament, Topic: view.OfTournament(t.ID), Arg: arg}
	}) != ""
}

// enters reports whether somebody has signed up.
func enters(t *tournament.Tournament, v *victim) bool {
	return slices.ContainsFunc(t.Players, func(e tournament.Entrant) bool { return string(e.Person) == string(v.id) })
}

// tournaments reads those of the database, the oldest first.
func (r *killRun) tournaments() (all []*tournament.Tournament) {
	r.read(`SELECT id, data FROM tournaments WHERE guild <> '' ORDER BY id`, func(scan func(...any) error) error {
		t := &tournament.Tournament{}
		all = append(all, t)
		return scan(&t.ID, fromJSON{t})
	})
	return all
}

// idle says which round of a tournament should have gone on by now: its games are over, or it has none.
func (r *killRun) idle(t *tournament.Tournament, games map[int]played) (list []string) {
	if t.Stage != tournament.Underway {
		return nil
	}
	for i, m := range t.Boards[t.Round-1] {
		g, there := games[int(m.Game)]
		if !m.Bye() && (!there || !g.open) && !m.Over {
			list = append(list, fmt.Sprintf("tournament %d: board %d of round %d has game %d, which goes on: %v",
				t.ID, i+1, t.Round, m.Game, there && g.open))
		}
	}
	return list
}

// countTournaments compares what people see of tournaments with what the database holds: whoever is listed as a
// player is in once, and each round was announced and has its games.
func (r *killRun) countTournaments() {
	posted := messagesIn(r.t, r.world, playground.XiangqiID)
	games := r.gamesByID()
	for _, t := range r.tournaments() {
		seen := map[string]bool{}
		for _, e := range t.Players {
			if seen[string(e.Person)] {
				r.t.Errorf("tournament %d has %s twice", t.ID, e.Person)
			}
			seen[string(e.Person)] = true
		}
		for _, m := range posted {
			for _, v := range r.victims {
				for _, e := range m.Embeds {
					if strings.Contains(m.Content, t.Name+"”") && strings.Contains(e.Description, "<@"+string(v.id)+">") && !seen[string(v.id)] {
						r.t.Errorf("tournament %d: everybody reads that %s is in, who is not", t.ID, v.id)
					}
				}
			}
		}
		for round, boards := range t.Boards {
			r.rounds++
			for i, m := range boards {
				g := games[int(m.Game)]
				red, black := string(t.Players[m.Red].Person), ""
				if !m.Bye() {
					black = string(t.Players[m.Black].Person)
				}
				if !m.Bye() && (round+1 < t.Round || m.Over) && (g.red != red || g.black != black || g.open) {
					r.t.Errorf("tournament %d: board %d of round %d, %s against %s, has game %+v", t.ID, i+1, round+1, red, black, g)
				}
			}
			r.checkAnnounced(t, round+1, posted)
		}
	}
}

// keyLifetime is how long Discord knows a message by its idempotency key, at least. One whose sending was not recorded
// by then, because the clock has jumped, may be sent again.
const keyLifetime = 2 * time.Minute

// checkAnnounced checks that a round was announced, and not again within keyLifetime. The messages are the newest first.
func (r *killRun) checkAnnounced(t *tournament.Tournament, round int, posted []*wire.Message) {
	var last *wire.Message
	for _, m := range posted {
		switch {
		case !begins(m.Content, t, round):
			continue
		case last == nil:
		case time.Time(last.Timestamp).Sub(time.Time(m.Timestamp)) < keyLifetime:
			r.t.Errorf("tournament %d: round %d was announced by message %s and by %s", t.ID, round, m.ID, last.ID)
		default:
			r.t.Logf("announced again after a jump: round %d of tournament %d", round, t.ID)
		}
		last = m
	}
	if last == nil {
		r.t.Errorf("tournament %d: round %d was not announced", t.ID, round)
	}
}

// begins reports whether a message announces a round of a tournament.
func begins(text string, t *tournament.Tournament, round int) bool {
	if !strings.Contains(text, t.Name+"”") {
		return false
	}
	if round == 1 {
		return strings.Contains(text, "Round 1 begins.")
	}
	return strings.Contains(text, fmt.Sprintf(": round %d of ", round))
}

// overdue says which clock of a game has run out without the flag having fallen.
func (g *played) overdue(now time.Time) string {
	if flag := g.clock.Flag; g.open && !flag.IsZero() && now.After(flag) {
		return fmt.Sprintf("game %d: the flag was to fall %v ago", g.id, now.Sub(flag))
	}
	return ""
}
