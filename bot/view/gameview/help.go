package gameview

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// HelpTopic is a topic of /help.
type HelpTopic string

// HelpPieces is the topic that is the next lesson for beginners.
const HelpPieces HelpTopic = "pieces"

// The Args of [view.PressHelp].
const (
	HelpTop = "top"  // leads back to [Help]
	HelpRun = "run-" // uses a command without options: its name follows
)

// HelpButton leads back to help.
func HelpButton(w words.Words) discordgo.MessageComponent {
	return view.Button(w.Say("button.help"), discordgo.SecondaryButton, view.Press{Act: view.PressHelp, Arg: HelpTop})
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
func Help(r view.Viewer, version string) view.Reply {
	lines := []string{
		r.Say("help.start"), r.Say("help.choose"), r.Say("help.learn"), r.Say("help.show"), r.Say("help.own"), r.Say("help.more"),
	}
	if version != "" {
		lines = append(lines, "-# xiangqi-bot "+version)
	}
	return view.Private(strings.Join(lines, "\n"), slices.Insert(firstSteps(r.Words), 0, helpMenu("", r.Words))...)
}

// HelpAbout describes a topic, with its commands, buttons for some of them, and the menu of topics. It reports false
// for an unknown topic, and for [HelpPieces], which is a lesson.
func HelpAbout(topic HelpTopic, r view.Viewer) (view.Reply, bool) {
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
				press := view.Press{Act: view.PressHelp, Arg: HelpRun + strings.ReplaceAll(name, ".", "-")}
				controls = append(controls, view.Button(typed, discordgo.SecondaryButton, press))
			}
		}
		return view.Private(strings.Join(lines, "\n"), controls...), true
	}
	return view.Reply{}, false
}

func helpMenu(shown HelpTopic, w words.Words) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, t := range helpTopics {
		options = append(options, view.MenuChoice(w.Say(t.title), string(t.topic), t.topic == shown))
	}
	return view.Menu(w.Say("help.menu"), view.Press{Act: view.PressHelp}, options)
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
func Welcome(p *words.Phrases, main words.Language) view.Reply {
	w := p.In(main)
	lines := []string{w.Say("welcome.text")}
	for _, lang := range p.Languages() {
		if lang != main {
			lines = append(lines, "-# "+p.In(lang).Say("welcome.short"))
		}
	}
	return view.Reply{Text: strings.Join(lines, "\n"), Rows: view.Rows(firstSteps(w)...)}
}

// firstSteps are the buttons for those who have not played yet.
func firstSteps(w words.Words) []discordgo.MessageComponent {
	lesson := view.Press{Act: view.PressLesson, Topic: view.ALesson, Arg: LessonNext}
	return []discordgo.MessageComponent{
		view.Button(w.Say("button.play-now"), discordgo.SuccessButton, view.Press{Act: view.PressQuick}),
		view.Button(w.Say("button.play-friend"), discordgo.PrimaryButton, view.Press{Act: view.PressFriend, Arg: FriendAsk}),
		view.Button(w.Say("button.learn"), discordgo.SecondaryButton, lesson),
	}
}

// The Args of [view.PressLesson] without a lesson: a menu of lessons, and the first that is not done.
const (
	LessonList = "list"
	LessonNext = "next"
)

// The Args of [view.PressFriend].
const (
	FriendAsk    = "ask"    // ask whom
	FriendChosen = "chosen" // a menu of people
	FriendAnyone = "anyone" // whoever accepts first
)

// AskFriend asks whom a person wants to play.
func AskFriend(r view.Viewer) view.Reply {
	people := view.MenuRow(discordgo.SelectMenu{
		MenuType: discordgo.UserSelectMenu, CustomID: view.Press{Act: view.PressFriend, Arg: FriendChosen}.ID(),
		Placeholder: r.Say("friend.menu"),
	})
	anyone := view.Press{Act: view.PressFriend, Arg: FriendAnyone}
	return view.Private(r.Say("friend.ask"), people,
		view.Button(r.Say("button.play-anyone"), discordgo.SecondaryButton, anyone))
}

// typedCommands are the commands that people give by a word in a message, with the phrases of these words.
var typedCommands = map[string]string{
	"resign": "typed.resign", "takeback": "typed.takeback", "draw": "typed.draw", "hint": "typed.hint", "help": "typed.help",
}

// TypedCommand returns the name of the command that a text is a word for, in any of the bot's languages; empty if there
// is none. It ignores case, accents, spaces and punctuation at the end.
func TypedCommand(p *words.Phrases, text string) (name string) {
	text = words.Normalize(text)
	if text == "" {
		return ""
	}
	for _, lang := range p.Languages() {
		for name, phrase := range typedCommands {
			for word := range strings.SplitSeq(p.In(lang).Say(phrase), "|") {
				if words.Normalize(word) == text {
					return name
				}
			}
		}
	}
	return ""
}

// HowToType answers text that the bot cannot read, or a mention without any, in one line: what it reads, with a move of
// their game as the example. Without a game, g is nil, it offers to begin one. If it is their turn it suggests moves of
// similar spelling.
func HowToType(g *game.Game, text string, r view.Viewer) view.Reply {
	p := board.StartPosition()
	if g != nil {
		p = g.Position()
	}
	reply := view.Private(r.Say("typed.how", words.Vars{"Examples": view.Examples(&p, r)}))
	if text != "" {
		reply.Text = r.Sentences(r.Say("typed.unclear"), reply.Text)
	}
	if g == nil {
		reply.Rows = view.Rows(firstSteps(r.Words)...)
	}
	if g != nil && g.IsTurnOf(r.Person) {
		didYouMean(&reply, g, view.Similar(&p, text, nil, r), r)
	}
	return reply
}
