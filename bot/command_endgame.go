package bot

import (
	"context"
	"errors"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
)

// drills are endings to be won against the best defense. Each is a casual game against the bot at its best,
// from a position of its own.
type drills struct {
	won        *member.Drills
	challenges challenges
}

// list lists the endings with those that were won.
func (c drills) list(ctx context.Context, r *Request) (view.Reply, error) {
	won, err := c.won.Won(ctx, r.Viewer.Person)
	return view.Drills(won, r.Viewer), err
}

// press begins the ending that was chosen from the menu.
func (c drills) press(ctx context.Context, r *Request) (view.Reply, error) {
	if len(r.Values) != 1 {
		return view.Reply{}, r.Press.Foreign(errors.New("a menu of endings without a choice"))
	}
	d, named := lesson.FindDrill(lesson.Name(r.Values[0]))
	if !named {
		return view.Reply{}, r.Press.Foreign(errors.New("no such ending"))
	}
	return c.begin(ctx, r, d)
}

// begin starts the game, where games may begin.
func (c drills) begin(ctx context.Context, r *Request, d *lesson.Drill) (view.Reply, error) {
	return requireWrite(func(ctx context.Context, r *Request) (view.Reply, error) {
		server, err := c.challenges.servers.Server(ctx, r.Guild)
		if err != nil {
			return view.Reply{}, err
		}
		_, strongest := server.Levels()
		return quickGames{c.challenges}.begin(ctx, r, game.ChallengeSpec{ColorChoice: game.WantRed, Level: strongest, Start: d.Start})
	})(ctx, r)
}
