package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// profileCommand is /profile: what a member's games tell of him, and how two members fare against each other.
func (h *host) profileCommand() *Command {
	return &Command{name: "profile", subs: []*Command{
		{
			name:    "profile show",
			options: []commandOption{{name: "member", kind: discordgo.ApplicationCommandOptionUser}},
			run:     h.profileShow,
		},
		{
			name: "profile vs",
			options: []commandOption{
				{name: "opponent", kind: discordgo.ApplicationCommandOptionUser, required: true},
				{name: "member", kind: discordgo.ApplicationCommandOptionUser},
			},
			run: h.profileVersus,
		},
	}}
}

func (h *host) profileShow(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	person, ok := memberOf(r, "member")
	if !ok {
		return view.Private(w.Say("profile.bot")), nil
	}
	profile, err := h.service.Profile(ctx, person)
	if err != nil {
		return view.Reply{}, err
	}
	profile.Player.Person = person
	if len(profile.Latest) == 0 {
		return view.Private(w.Say("profile.none", words.Vars{"Person": view.Mention(person)})), nil
	}
	reply := view.Reply{Embed: view.ProfileCard(profile, h.service.RatingNow, w)}
	reply.Picture = h.view.RatingGraph(profile, r.Reader)
	if reply.Picture != nil {
		reply.Embed.Image = &discordgo.MessageEmbedImage{URL: "attachment://" + reply.Picture.Name}
	}
	return reply, nil
}

func (h *host) profileVersus(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	person, ok := memberOf(r, "member")
	opponent, too := memberOf(r, "opponent")
	switch {
	case !ok || !too:
		return view.Private(w.Say("profile.bot")), nil
	case person == opponent:
		return view.Private(w.Say("profile.oneself")), nil
	}
	profile, err := h.service.Versus(ctx, person, opponent)
	if err != nil {
		return view.Reply{}, err
	}
	if len(profile.Latest) == 0 {
		return view.Private(w.Say("profile.never-met", words.Vars{"Person": view.Mention(person), "Opponent": view.Mention(opponent)})), nil
	}
	return view.Reply{Text: view.VersusText(profile, person, opponent, w)}, nil
}

// memberOf is the member whom an option names, the one who asks where it names nobody; ok is false for a bot.
func memberOf(r *Request, option string) (p game.Person, ok bool) {
	member := r.User(option)
	switch {
	case member == nil:
		return r.Reader.Person, true
	case member.Bot:
		return "", false
	}
	return game.Person(member.ID), true
}
