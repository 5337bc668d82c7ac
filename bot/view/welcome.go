package view

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/lesson"
	"xiangqibot/bot/words"
)

// Welcome greets a server in its main language, and in small print says the commands in each of the others: not all
// members read their server's language. Its buttons lead to a first game.
func Welcome(p *words.Phrases, main words.Language) Reply {
	w := p.In(main)
	lines := []string{w.Say("welcome.text")}
	for _, lang := range p.Languages() {
		if lang != main {
			lines = append(lines, "-# "+p.In(lang).Say("welcome.short"))
		}
	}
	return Reply{Text: strings.Join(lines, "\n"), Rows: Rows(firstSteps(w))}
}

// firstSteps are the buttons for those who have not played yet.
func firstSteps(w words.Words) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		Button(w.Say("button.play-now"), discordgo.SuccessButton, Press{Act: PressQuick}),
		Button(w.Say("button.play-friend"), discordgo.PrimaryButton, Press{Act: PressFriend, Arg: FriendAsk}),
		Button(w.Say("button.learn"), discordgo.SecondaryButton, pressLesson(LessonShow, lesson.All()[0])),
	}
}

// The Args of [PressFriend].
const (
	FriendAsk    = "ask"    // ask whom
	FriendChosen = "chosen" // a menu of people
	FriendAnyone = "anyone" // whoever accepts first
)

// AskFriend asks whom a person wants to play.
func AskFriend(r Viewer) Reply {
	w := r.Words
	people := discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
		MenuType: discordgo.UserSelectMenu, CustomID: Press{Act: PressFriend, Arg: FriendChosen}.ID(),
		Placeholder: w.Say("friend.menu"),
	}}}
	reply := Private(w.Say("friend.ask"))
	reply.Rows = append([]discordgo.MessageComponent{people}, Rows([]discordgo.MessageComponent{
		Button(w.Say("button.play-anyone"), discordgo.SecondaryButton, Press{Act: PressFriend, Arg: FriendAnyone}),
	})...)
	return reply
}

// FriendAsked replaces the question of [AskFriend]: the challenge is below it.
func FriendAsked(r Viewer) Reply { return Private(r.Words.Say("friend.asked")) }
