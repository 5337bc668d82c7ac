package handlers

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// profiles is /profile: what the games of a member tell about them, and the results of two members against each other.
type profiles struct {
	players *standing.Players
	view    *view.View
}

func newProfileCommand(h *Host) *Command { return profiles{h.Players, h.View}.command() }

// newShowProfileCommand is in the menu of a member: /profile of that member.
func newShowProfileCommand(h *Host) *Command {
	profiles := profiles{h.Players, h.View}
	run := func(ctx context.Context, r *Request) (view.Reply, error) {
		r.give("member", r.Member)
		return profiles.show(ctx, r)
	}
	return &Command{Name: "Show profile", Menu: discordgo.UserApplicationCommand, Run: run}
}

func (p profiles) command() *Command {
	return &Command{
		Name: "profile",
		Options: []commandOption{
			{Name: "member", Kind: discordgo.ApplicationCommandOptionUser},
			{Name: "opponent", Kind: discordgo.ApplicationCommandOptionUser},
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			if r.User("opponent") != nil {
				return p.versus(ctx, r)
			}
			return p.show(ctx, r)
		},
	}
}

func (p profiles) show(ctx context.Context, r *Request) (view.Reply, error) {
	person, ok := memberOf(r, "member")
	if !ok {
		return view.Reply{}, view.ProblemProfileBot()
	}
	profile, err := p.players.Profile(ctx, person)
	if err != nil {
		return view.Reply{}, err
	}
	profile.Player.Person = person
	return p.view.Profile(profile, p.players.RatingNow, r.Viewer.ForAll()), nil
}

func (p profiles) versus(ctx context.Context, r *Request) (view.Reply, error) {
	person, ok := memberOf(r, "member")
	opponent, too := memberOf(r, "opponent")
	switch {
	case !ok || !too:
		return view.Reply{}, view.ProblemProfileBot()
	case person == opponent:
		return view.Reply{}, view.ProblemVersusOneself()
	}
	profile, err := p.players.Versus(ctx, person, opponent)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Versus(profile, person, opponent, r.Viewer.ForAll()), nil
}

// memberOf is the member whom an option names, the person who asks where it names nobody; ok is false for a bot.
func memberOf(r *Request, option string) (p game.Person, ok bool) {
	member := r.User(option)
	switch {
	case member == nil:
		return r.Viewer.Person, true
	case member.Bot:
		return "", false
	}
	return game.Person(member.ID), true
}
