package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/store"
)

// A run is the person's own and keeps its best; races count points; both are read back as they were left.
func TestContests(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		for best, p := range map[int]game.Person{2: alice, 5: bob} {
			for n := 1; n <= best; n++ {
				run, err := db.Contests.UpdateRun(t.Context(), "", p, func(r *solving.Run) error {
					if r.Best != n-1 || len(r.Seen) != n-1 {
						t.Errorf("%s, puzzle %d: %+v", p, n, r)
					}
					r.Best, r.Guild, r.At, r.Seen = n, "g", start, append(r.Seen, "abcdef")
					return nil
				})
				if err != nil || run.Person != p {
					t.Fatalf("%+v, %v", run, err)
				}
			}
		}
		best, err := db.Contests.BestRuns(t.Context(), "g", 10)
		if err != nil || len(best) != 2 || best[0].Person != bob || best[0].Best != 5 || !best[1].At.Equal(start) {
			t.Errorf("the best: %+v, %v", best, err)
		}
		refused := &game.Refusal{Code: game.Outdated}
		if _, err := db.Contests.UpdateRun(t.Context(), "k", alice, func(*solving.Run) error { return refused }); !errors.Is(err, refused) {
			t.Errorf("refused: %v", err)
		}
		race := ok(db.Contests.CreateRace(t.Context(), "", func(r *solving.Race) error {
			r.Guild, r.Channel, r.Starter, r.Goal, r.Puzzle, r.Round, r.At = "g", "c", alice, 3, "abcdef", 1, start
			return nil
		}))(t)
		changed := ok(db.Contests.UpdateRace(t.Context(), "", race.ID, func(r *solving.Race) error {
			r.Racers = []solving.Racer{{Person: alice, Points: 1}, {Person: bob, ShutOutRound: 1}}
			r.Round, r.Seen = 2, []string{"abcdef", "fedcba"}
			return nil
		}))(t)
		read := ok(db.Contests.Race(t.Context(), race.ID))(t)
		alike(t, read, changed)
		if _, err := db.Contests.Race(t.Context(), race.ID+1); !errors.Is(err, solving.NoRace) {
			t.Errorf("no such race: %v", err)
		}
	})
}

// What a server has chosen last is when its puzzle is due.
func TestPosts(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		if _, ok, err := db.Posts.Schedule(t.Context(), "g"); ok || err != nil {
			t.Errorf("before: %v, %v", ok, err)
		}
		p := solving.Schedule{Guild: "g", Channel: "c", Hour: 20, Zone: "Asia/Shanghai", Next: start.Add(time.Hour)}
		choose := func(key string, fn func(*solving.Schedule) error) error {
			_, err := db.Posts.UpdateSchedule(t.Context(), key, "g", fn)
			return err
		}
		must(t, choose("k", func(read *solving.Schedule) error {
			alike(t, *read, solving.Schedule{Guild: "g"})
			*read = solving.Schedule{Guild: "g", Channel: "c", Hour: 20, Next: start}
			return nil
		}))
		refused(t, choose("k", func(*solving.Schedule) error { return nil }), game.AlreadyDone)
		broken := errors.New("broken")
		if err := choose("", func(read *solving.Schedule) error { read.Hour = 1; return broken }); !errors.Is(err, broken) {
			t.Errorf("an error of the change: %v", err)
		}
		// The next one changes what the one before has left, and nothing else.
		must(t, choose("", func(read *solving.Schedule) error { read.Zone, read.Next = p.Zone, p.Next; return nil }))
		other := p
		other.Next = start.Add(2 * time.Hour)
		must(t, db.Posts.MarkPosted(t.Context(), other, start.Add(9*time.Hour))) // of what was chosen before
		read, ok, err := db.Posts.Schedule(t.Context(), "g")
		if err != nil || !ok {
			t.Fatalf("%v, %v", ok, err)
		}
		alike(t, read, p)
		must(t, db.Posts.MarkPosted(t.Context(), p, start.Add(25*time.Hour)))
		p.Next = start.Add(25 * time.Hour)
		read, _, err = db.Posts.Schedule(t.Context(), "g")
		must(t, err)
		alike(t, read, p)
		must(t, db.Posts.DeleteSchedule(t.Context(), "", "g"))
		if _, ok, err := db.Posts.Schedule(t.Context(), "g"); ok || err != nil {
			t.Errorf("dropped: %v, %v", ok, err)
		}
	})
}

// alike fails a test where two values differ.
func alike[T any](t *testing.T, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("got (+), want (-):\n%s", diff)
	}
}
