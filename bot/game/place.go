package game

import (
	"context"
	"time"
)

// Places decides where a new game is played, and records which channels have been told why.
type Places struct{ store Stores }

// Places returns where new games of the service are played.
func (s *Service) Places() Places { return Places{s.Store} }

// TellOnce explains only once per channel why games there have no threads: after that do is called with an act whose
// [ThreadSupport] is unknown.
func (s Places) TellOnce(ctx context.Context, act Act, do func(Act) (*Game, error)) (*Game, error) {
	if act.ThreadSupport == ThreadSupportUnknown || act.ThreadSupport == ThreadSupportAllowed {
		return do(act)
	}
	key := "no thread:" + act.Channel + ":" + string(act.ThreadSupport)
	said, err := s.store.Marked(ctx, key)
	if err != nil {
		return nil, err
	}
	if said {
		act.ThreadSupport = ThreadSupportUnknown
	}
	g, err := do(act)
	if err == nil && g.Board.Why != "" {
		_, err = s.store.Mark(ctx, key, time.Time{})
	}
	return g, err
}

// InParent returns act as if done in the parent channel if it was done in the thread of another game: that thread is
// named after its game and archived with it.
func (s Places) InParent(ctx context.Context, act Act) (Act, error) {
	if act.Parent == "" {
		return act, nil
	}
	games, err := s.store.Games(ctx, Query{Channel: act.Channel, Limit: 1})
	if err != nil || len(games) == 0 || games[0].Home != act.Parent {
		return act, err
	}
	act.Channel, act.Parent, act.Message = act.Parent, "", ""
	act.ThreadSupport = ThreadSupportAllowed // the other game's thread could be opened there
	return act, nil
}
