package tournament

import (
	"context"
	"errors"
	"time"

	"xiangqibot/bot/game"
)

// Notice is the message that shows a tournament, from its sign-up to its final table.
type Notice struct {
	Message string `json:"message,omitempty"` // empty until it is posted
	Shown   int    `json:"shown,omitempty"`   // the latest revision that it has shown
}

// Tell is the job of showing a revision in the tournament's message, unless it shows a later one already. With the
// first revision the message is posted. The worker asks Service.Unseen what there is to show.
type Tell struct {
	Tournament ID  `json:"tournament"`
	Revision   int `json:"revision"`
}

// Kind is "tell-tournament".
func (Tell) Kind() string { return "tell-tournament" }

// linkAfter is how long it takes from the beginning of a game until its board is posted somewhere and can be linked to.
const linkAfter = 10 * time.Second

// changed notes that the tournament's message is to show something else from a time on.
func (t *Tournament) changed(at time.Time) {
	t.Revision++
	t.Enqueue(Tell{t.ID, t.Revision}, at)
}

// Unseen reads the tournament of a job, or nil if its message has nothing to show for it: it has shown that or more, or
// will as soon as it is posted.
func (s *Service) Unseen(ctx context.Context, job Tell) (*Tournament, error) {
	t, err := s.store.Tournament(ctx, job.Tournament)
	switch {
	case errors.Is(err, &game.Refusal{Code: NoTournament}):
		return nil, nil
	case err != nil:
		return nil, err
	case t.Notice.Shown >= job.Revision, t.Notice.Message == "" && job.Revision > 1:
		return nil, nil
	}
	return t, nil
}

// Noticed notes that a tournament's message shows a revision, and returns the tournament as it is now. Where that is a
// later revision, the message must be changed once more: what changed meanwhile may have been shown before.
func (s *Service) Noticed(ctx context.Context, id ID, message string, revision int) (*Tournament, error) {
	return s.store.UpdateTournament(ctx, "", id, func(t *Tournament) error {
		t.Notice.Message, t.Notice.Shown = message, max(t.Notice.Shown, revision)
		return nil
	})
}
