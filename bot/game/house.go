package game

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
)

// Ground says what a channel is good for when a game is to get a thread of its own there.
type Ground string

// The grounds. They are written into the database.
const (
	GroundUnknown Ground = ""       // nobody has asked: the game stays, and nothing is said of it
	GroundOpen    Ground = "open"   // a thread may be opened
	GroundBarred  Ground = "barred" // the bot may not open one, or not write in it
	GroundThread  Ground = "thread" // the channel is a thread itself
	GroundDirect  Ground = "direct" // direct messages have no threads
	GroundOther   Ground = "other"  // a channel of another kind, such as that of a voice channel
)

// House tells how a game came to live where it does, and what its people still have to be told of that. The zero House
// is that of a game that lives in the channel where it began.
//
// A game that is to have a thread lives in its channel until Service.Housed. Until then nothing counts as shown, so
// that the thread gets to see how the game stands.
type House struct {
	Wanted  bool   `json:"wanted,omitempty"`  // it is to have a thread of its own as soon as it begins, and has none yet
	Message string `json:"message,omitempty"` // announced the game in the thread's channel; the thread hangs on it
	Gone    bool   `json:"gone,omitempty"`    // Channel cannot be written in: the people of the game get direct messages
	Why     Why    `json:"why,omitempty"`     // what the next board has to explain

	// Asked is the message with the buttons that answer the challenge, until a later one tells what became of it.
	Asked Posted `json:"asked,omitzero"`

	// Direct is the newest board in the direct messages of each person, of a game that has no channel.
	Direct map[Person]DirectBoard `json:"direct,omitempty"`
}

// DirectBoard is a board in somebody's direct messages, and the revision that it shows.
type DirectBoard struct {
	Posted
	Revision int `json:"revision"`
}

// Posted is a message where it stands. The zero Posted is none.
type Posted struct {
	Channel string `json:"channel"`
	Message string `json:"message"`
}

// below reports whether p was posted after other, and is read below it. Discord's ids are numbers that grow with time.
func (p Posted) below(other Posted) bool {
	return cmp.Or(cmp.Compare(len(p.Message), len(other.Message)), cmp.Compare(p.Message, other.Message)) > 0
}

// Why is a reason why a game does not live where people would look for it.
type Why string

// The reasons, for a game that has no thread those of its ground. They are written into the database.
const (
	WhyBarred          = Why(GroundBarred)
	WhyThread          = Why(GroundThread)
	WhyDirect          = Why(GroundDirect)
	WhyOther           = Why(GroundOther)
	WhyThreadGone  Why = "thread-gone"  // its thread was deleted or closed: it went back to the channel
	WhyChannelGone Why = "channel-gone" // its channel was deleted
	WhyChannelShut Why = "channel-shut" // the bot may no longer write in its channel
)

// ArchiveAfter is how long the thread of a game that is over stays open for what people have to say.
const ArchiveAfter = 10 * time.Minute

// Archive: the thread of the game gets its last name and is put away, if the game is still over.
type Archive struct {
	Game ID `json:"game"`
}

// Kind is "archive".
func (Archive) Kind() string { return "archive" }

// Unhoused reports whether the game has begun and still waits for its thread.
func (g *Game) Unhoused() bool {
	return g.House.Wanted && (g.State == Active || g.State == Finished)
}

// settleIn decides where a new game is to live: in a thread, if that is the custom of the place and its ground allows
// it.
func (g *Game) settleIn(place Place, ground Ground) {
	switch {
	case place != InThread || ground == GroundUnknown:
	case ground == GroundOpen:
		g.House.Wanted = true
	default:
		g.House.Why = Why(ground)
	}
}

// inParent returns act as if done in the parent channel if it is done in the thread of another game: that thread is
// named after its game and is archived with it.
func (s *Service) inParent(ctx context.Context, act Act) (Act, error) {
	if act.Parent == "" {
		return act, nil
	}
	games, err := s.store.Games(ctx, Query{Channel: act.Channel, Limit: 1})
	if err != nil || len(games) == 0 || games[0].Home != act.Parent {
		return act, err
	}
	act.Channel, act.Parent, act.Message = act.Parent, "", ""
	act.Ground = GroundOpen // one thread could be opened there
	return act, nil
}

// move makes g live in another channel, which has seen nothing of it so far.
func (g *Game) move(channel, home string, at time.Time) {
	g.Channel, g.Home = channel, home
	g.Message = ""
	g.tellAnew(at)
}

// tellAnew enqueues an announcement of how the game stands, at once. What was before that no longer needs telling.
func (g *Game) tellAnew(at time.Time) {
	g.Told = g.Revision - 1
	g.announceNow(at)
}

// Begun records that the game's channel knows that the game has begun, by which message: its thread will hang on it. An
// empty message changes nothing of what was known. The announcement, which opens the thread, is then due at once. It
// does nothing for a game that wants no thread.
func (s *Service) Begun(ctx context.Context, id ID, message string) error {
	return s.hang(ctx, id, message, (*Game).tellAnew)
}

// HangOn records another message on which the thread of the game will hang, without anything being due.
func (s *Service) HangOn(ctx context.Context, id ID, message string) error {
	return s.hang(ctx, id, message, func(*Game, time.Time) {})
}

func (s *Service) hang(ctx context.Context, id ID, message string, then func(*Game, time.Time)) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		if !g.Unhoused() {
			return g.refuse(Outdated)
		}
		if message != "" {
			g.House.Message = message
		}
		g.noLongerAsks(message, at)
		then(g, at)
		return nil
	})
	return unlessOutdated(err)
}

// Housed records that the thread has been opened. From now on the game is played there. If there is newer news than
// that of the job which opened it, its announcement is due at once. The board that the channel saw meanwhile, if any,
// is old and is retired.
//
// A second call changes nothing. Nor does one for a game that has found another place meanwhile.
func (s *Service) Housed(ctx context.Context, job Announce, thread string) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", job.Game, func(g *Game) error {
		if !g.Unhoused() {
			return nil
		}
		g.retire(Posted{g.Channel, g.Message}, Replaced, at)
		g.noLongerAsks(g.House.Message, at)
		g.House.Wanted = false
		g.Channel, g.Home, g.Message, g.Told = thread, g.Channel, "", g.Revision-1
		if g.Revision != job.Revision {
			g.tellAnew(at)
		}
		if g.State == Finished {
			g.Enqueue(Archive{g.ID}, at.Add(ArchiveAfter))
		}
		return nil
	})
	return err
}

// Stays records that no thread can be had: the game stays in its channel, and its next board says why, if none there
// has said so before.
func (s *Service) Stays(ctx context.Context, g *Game, ground Ground) (*Game, error) {
	return s.explained(ctx, Act{Channel: g.Channel, Ground: ground}, func(act Act) (*Game, error) {
		return s.store.Update(ctx, "", g.ID, func(g *Game) error {
			if g.Unhoused() {
				g.House.Wanted, g.House.Why = false, Why(act.Ground)
			}
			return nil
		})
	})
}

// explained sees to it that a channel is told once and for good why games there have no threads: do is called with an
// act whose ground is no longer known where it was.
func (s *Service) explained(ctx context.Context, act Act, do func(Act) (*Game, error)) (*Game, error) {
	if act.Ground == GroundUnknown || act.Ground == GroundOpen {
		return do(act)
	}
	key := "no thread:" + act.Channel + ":" + string(act.Ground)
	said, err := s.store.Marked(ctx, key)
	if err != nil {
		return nil, err
	}
	if said {
		act.Ground = GroundUnknown
	}
	g, err := do(act)
	if err == nil && g.House.Why != "" {
		err = s.store.Mark(ctx, key)
	}
	return g, err
}

// Evicted moves a game out of a channel that was deleted (WhyChannelGone), or in which the bot may no longer write
// (WhyChannelShut): from its thread back to the channel it came from, and otherwise to its people's direct messages.
// Where it goes it is announced at once, with the reason. It does nothing to a game that does not live in that channel,
// or that is over and told.
func (s *Service) Evicted(ctx context.Context, id ID, channel string, why Why) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", id, func(g *Game) error {
		over := g.State != Active && g.Told >= g.Revision
		if g.Channel != channel || g.House.Gone || over {
			return g.refuse(Outdated)
		}
		g.evict(why, at)
		return nil
	})
	return unlessOutdated(err)
}

func (g *Game) evict(why Why, at time.Time) {
	g.House.Wanted = false
	if g.Home != "" {
		g.House.Why = WhyThreadGone
		g.move(g.Home, "", at)
		return
	}
	g.House.Gone, g.House.Why = true, why
	g.move(g.Channel, "", at)
}

// Vanished moves all open games out of a channel or thread that was deleted, and out of the threads that went with it.
func (s *Service) Vanished(ctx context.Context, channel string) error {
	var all error
	for _, q := range []Query{{Channel: channel, Open: true}, {Home: channel, Open: true}} {
		games, err := s.store.Games(ctx, q)
		all = errors.Join(all, err)
		for _, g := range games {
			if g.State != Active {
				continue // a challenge lapses by itself
			}
			all = errors.Join(all, s.Evicted(ctx, g.ID, g.Channel, WhyChannelGone))
			if q.Home != "" { // from its thread to the channel, which is gone too
				all = errors.Join(all, s.Evicted(ctx, g.ID, channel, WhyChannelGone))
			}
		}
	}
	return all
}

// Archivable is the game whose thread an Archive job has to put away; nil when there is nothing to do: the game goes on
// after all, has no thread, or another game goes on there, or was the last one. As long as something has happened in
// the game less than ArchiveAfter ago, the error is a *NotYet.
func (s *Service) Archivable(ctx context.Context, job Archive) (*Game, error) {
	g, err := s.store.Game(ctx, job.Game)
	switch {
	case errors.Is(err, &Refusal{Code: NoSuchGame}):
		return nil, nil
	case err != nil:
		return nil, err
	case g.State != Finished || g.Home == "":
		return nil, nil
	}
	if left := g.Updated.Add(ArchiveAfter).Sub(s.now()); 0 < left && left <= ArchiveAfter { // resumed, and ended again
		return nil, &NotYet{After: left}
	}
	all, err := s.store.Games(ctx, Query{Channel: g.Channel})
	if err != nil {
		return nil, err
	}
	// A rematch in the thread names it when its own time comes.
	if slices.ContainsFunc(all, func(other *Game) bool {
		return other.State.Open() || other.ID > g.ID && other.State == Finished && other.Home != ""
	}) {
		return nil, nil
	}
	return g, nil
}

// PlaceIn is where games go on that began in a server's channel: InThread or InChannel.
func (s *Service) PlaceIn(server Server) Place {
	switch server.Place {
	case InThread, InChannel:
		return server.Place
	case UsualPlace:
	default: // chosen with another version of the program
	}
	return s.opts.Place
}

// unlessOutdated makes nothing of the refusal that there is nothing left to do.
func unlessOutdated(err error) error {
	if errors.Is(err, &Refusal{Code: Outdated}) || errors.Is(err, &Refusal{Code: NoSuchGame}) {
		return nil
	}
	return err
}
