package tournament

import (
	"context"
	"errors"
	"time"
)

// Notice is the message that shows a tournament, from its sign-up to its final table.
type Notice struct {
	Message string `json:"message,omitempty"` // empty until it is posted
	Shown   int    `json:"shown,omitempty"`   // the latest revision that it shows
}

// UpdateNotice is the job that shows a revision in the tournament's message, unless it already shows that one or a
// later one. The job for the first revision posts the message. The worker calls [Service.PendingNotice] for what to
// show.
type UpdateNotice struct {
	Tournament ID  `json:"tournament"`
	Revision   int `json:"revision"`
}

// Kind is "update-notice".
func (UpdateNotice) Kind() string { return "update-notice" }

// linkDelay is how long after its start a game's board is expected to be posted, so that it can be linked to.
const linkDelay = 10 * time.Second

// changed begins a new revision, which the tournament's message shows from the given time on.
func (t *Tournament) changed(at time.Time) {
	t.Revision++
	t.Enqueue(UpdateNotice{t.ID, t.Revision}, at)
}

// PendingNotice returns the tournament of a job, or nil if there is nothing to do: its message shows that revision or a
// later one, or will when it is posted, or the tournament does not exist.
func (s *Service) PendingNotice(ctx context.Context, job UpdateNotice) (*Tournament, error) {
	t, err := s.store.Tournament(ctx, job.Tournament)
	switch {
	case errors.Is(err, NoTournament):
		return nil, nil
	case err != nil:
		return nil, err
	case t.Notice.Shown >= job.Revision, t.Notice.Message == "" && job.Revision > 1:
		return nil, nil
	}
	return t, nil
}

// NoticeShown records that a tournament's message shows a revision, and returns the current tournament. If that has a
// later revision, the caller must edit the message again: another worker may have shown the later revision first, and
// this one overwritten it.
func (s *Service) NoticeShown(ctx context.Context, id ID, message string, revision int) (*Tournament, error) {
	return s.store.UpdateTournament(ctx, "", id, func(t *Tournament) error {
		t.Notice.Message, t.Notice.Shown = message, max(t.Notice.Shown, revision)
		return nil
	})
}
