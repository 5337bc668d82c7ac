package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
)

// drills is /endgame: endings to be won against the best defense. Each is a casual game against the bot at its best,
// from a position of its own.
type drills struct {
	won        *member.Drills
	challenges challenges
}

func (c studyCommands) Endgame() *Command { return drills{c.drills, challengesOf(c.host)}.command() }

func (c drills) command() *Command {
	var names []fixedChoice
	for _, d := range lesson.Drills() {
		names = append(names, fixedChoice{key: string(d.Name), label: view.DrillLabel(d)})
	}
	return &Command{
		name: "endgame", private: true,
		options: []commandOption{{name: "ending", kind: discordgo.ApplicationCommandOptionString, fixed: names}},
		run:     c.endgame,
		presses: map[view.PressAct]handler{view.PressDrill: c.press},
	}
}

// endgame begins an ending, or lists them with those that were won.
func (c drills) endgame(ctx context.Context, r *Request) (view.Reply, error) {
	if d, named := lesson.FindDrill(lesson.Name(r.Text("ending"))); named {
		return c.begin(ctx, r, d)
	}
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
