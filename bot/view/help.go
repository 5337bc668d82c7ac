package view

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
)

// HelpTopic is a topic of /help.
type HelpTopic string

// HelpPieces is the topic that is the next lesson for beginners.
const HelpPieces HelpTopic = "pieces"

// The Args of [PressHelp].
const (
	HelpTop = "top"  // leads back to [Help]
	HelpRun = "run-" // uses a command without options: its name follows
)

// HelpButton leads back to help.
func HelpButton(w words.Words) discordgo.MessageComponent {
	return Button(w.Say("button.help"), discordgo.SecondaryButton, Press{Act: PressHelp, Arg: HelpTop})
}

// helpTopics are the topics in the order of the menu: title, text, the commands that each lists, and which of those have
// a button, because they need no option and offer nothing to others.
var helpTopics = []struct {
	topic       HelpTopic
	title, text string
	commands    []string
	buttons     []string
}{
	{HelpPieces, "help.pieces-title", "", nil, nil},
	{"games", "help.games-title", "", []string{"play", "challenge", "move", "board", "games"}, []string{"play", "board", "games"}},
	{"writing", "help.writing-title", "help.moves", nil, nil},
	{"correspondence", "help.correspondence-title", "help.correspondence", nil, nil},
	{"community", "help.community-title", "", []string{"vote", "simul", "tournament"}, []string{"tournament"}},
	{"puzzles", "help.puzzles-title", "", []string{"learn", "puzzle"}, []string{"learn", "puzzle"}},
	{"past", "help.past-title", "", []string{"review", "record", "analyze"}, []string{"review", "record"}},
	{"ratings", "help.ratings-title", "", []string{"profile", "leaderboard"}, []string{"profile", "leaderboard"}},
	{"settings", "help.settings-title", "", []string{"settings", "help"}, []string{"settings"}},
	{"managing", "help.managing-title", "", []string{
		"manage.tournament", "manage.season", "manage.undo", "manage.fairplay", "manage.daily", "manage.server",
	}, []string{"manage.tournament", "manage.fairplay", "manage.daily", "manage.server"}},
}

// Help says in six lines how to begin, with a menu of topics and, unless it is empty, the version of the bot.
func Help(r Viewer, version string) Reply {
	lines := []string{
		r.Say("help.start"), r.Say("help.choose"), r.Say("help.learn"), r.Say("help.show"), r.Say("help.own"), r.Say("help.more"),
	}
	if version != "" {
		lines = append(lines, "-# xiangqi-bot "+version)
	}
	return Private(strings.Join(lines, "\n"), slices.Insert(firstSteps(r.Words), 0, helpMenu("", r.Words))...)
}

// HelpAbout describes a topic, with its commands, buttons for some of them, and the menu of topics. It reports false
// for an unknown topic, and for [HelpPieces], which is a lesson.
func HelpAbout(topic HelpTopic, r Viewer) (Reply, bool) {
	for _, t := range helpTopics {
		if t.topic != topic || topic == HelpPieces {
			continue
		}
		lines := []string{"**" + r.Say(t.title) + "**"}
		if t.text != "" {
			lines = append(lines, r.Say(t.text))
		}
		controls := []discordgo.MessageComponent{helpMenu(topic, r.Words)}
		for _, name := range t.commands {
			typed := commandName(name, r.Words)
			lines = append(lines, "- `"+typed+"` "+r.Say("command."+name+".desc"))
			if slices.Contains(t.buttons, name) {
				press := Press{Act: PressHelp, Arg: HelpRun + strings.ReplaceAll(name, ".", "-")}
				controls = append(controls, Button(typed, discordgo.SecondaryButton, press))
			}
		}
		return Private(strings.Join(lines, "\n"), controls...), true
	}
	return Reply{}, false
}

func helpMenu(shown HelpTopic, w words.Words) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, t := range helpTopics {
		options = append(options, MenuChoice(w.Say(t.title), string(t.topic), t.topic == shown))
	}
	return Menu(w.Say("help.menu"), Press{Act: PressHelp}, options)
}

// commandName is a command, such as "manage.server", as people type it.
func commandName(name string, w words.Words) string {
	typed := "/" + w.Say("command."+name+".name")
	if first, _, two := strings.Cut(name, "."); two {
		typed = "/" + w.Say("command."+first+".name") + " " + w.Say("command."+name+".name")
	}
	return typed
}

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
	return Reply{Text: strings.Join(lines, "\n"), Rows: Rows(firstSteps(w)...)}
}

// firstSteps are the buttons for those who have not played yet.
func firstSteps(w words.Words) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{
		Button(w.Say("button.play-now"), discordgo.SuccessButton, Press{Act: PressQuick}),
		Button(w.Say("button.play-friend"), discordgo.PrimaryButton, Press{Act: PressFriend, Arg: FriendAsk}),
		Button(w.Say("button.learn"), discordgo.SecondaryButton, Press{Act: PressLesson, Topic: ALesson, Arg: LessonNext}),
	}
}

// The Args of [PressLesson] without a lesson: a menu of lessons, and the first that is not done.
const (
	LessonList = "list"
	LessonNext = "next"
)

// The Args of [PressFriend].
const (
	FriendAsk    = "ask"    // ask whom
	FriendChosen = "chosen" // a menu of people
	FriendAnyone = "anyone" // whoever accepts first
)

// AskFriend asks whom a person wants to play.
func AskFriend(r Viewer) Reply {
	people := MenuRow(discordgo.SelectMenu{
		MenuType: discordgo.UserSelectMenu, CustomID: Press{Act: PressFriend, Arg: FriendChosen}.ID(),
		Placeholder: r.Say("friend.menu"),
	})
	return Private(r.Say("friend.ask"), people,
		Button(r.Say("button.play-anyone"), discordgo.SecondaryButton, Press{Act: PressFriend, Arg: FriendAnyone}))
}

// Label is a short text that is produced in every language, since the definition of a command has all languages at
// once.
type Label func(words.Words) string

// Phrase returns the label with the text of a phrase.
func Phrase(key string) Label { return func(w words.Words) string { return w.Say(key) } }

// In is the label in English, and in every other language of the phrases.
func (l Label) In(p *words.Phrases) (english string, others map[discordgo.Locale]string) {
	others = make(map[discordgo.Locale]string)
	for _, lang := range p.Languages() {
		if lang != words.English {
			others[discordgo.Locale(lang)] = l(p.In(lang))
		}
	}
	return l(p.In(words.English)), others
}

// LevelLabel labels a level of the bot with its rating, which shows how large the steps are.
func LevelLabel(level engine.Level) Label {
	return func(w words.Words) string {
		text := w.Say("level.choice", words.Vars{"Level": LevelName(w, level), "Rating": Rounded(level.Rating())})
		return discord.Cut(text, discord.ChoiceNameLimit)
	}
}

// OutsideLabel labels the outside engine by its name.
func OutsideLabel(name string) Label {
	return func(w words.Words) string { return discord.Cut(outsideName(name, w), discord.ChoiceNameLimit) }
}

// Described returns the English description of a command or option; p.Localizations has the other languages.
func Described(p *words.Phrases, key string) string {
	return Phrase(key + ".desc")(p.In(words.English))
}
