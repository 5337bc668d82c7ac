package panelview

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
)

// PersonalData gives a person the file with everything that is stored about them.
func PersonalData(file discord.File, r view.Viewer) view.Reply {
	reply := view.Private(r.Words.Say("privacy.exported"))
	reply.Files = []discord.File{file}
	return reply
}

// EraseNothing is the Arg of the button that leaves everything as it is.
const EraseNothing = "keep"

// ConfirmErase asks for confirmation to delete all data about the viewer, who has so many open games.
func ConfirmErase(open int, r view.Viewer) view.Reply {
	w := r.Words
	text := w.Say("privacy.ask")
	if open > 0 {
		text += "\n" + w.Count("privacy.open", open)
	}
	reply := view.Private(text)
	press := view.Press{Act: view.PressErase, Topic: view.OfPerson(r.Person)}
	keep := press
	keep.Arg = EraseNothing
	reply.Rows = view.Rows([]discordgo.MessageComponent{
		view.Button(w.Say("privacy.button-delete"), discordgo.DangerButton, press),
		view.Button(w.Say("privacy.button-keep"), discordgo.SecondaryButton, keep),
	})
	return reply
}

// Erased says that everything about the viewer was deleted.
func Erased(r view.Viewer) view.Reply { return view.Private(r.Words.Say("privacy.deleted")) }

// NotErased says that nothing was deleted.
func NotErased(r view.Viewer) view.Reply { return view.Private(r.Words.Say("privacy.kept")) }
