package view

import (
	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
)

// PersonalData gives a person the file with everything that is stored about them.
func PersonalData(file discord.File, r Viewer) Reply {
	reply := Private(r.Words.Say("privacy.exported"))
	reply.Files = []discord.File{file}
	return reply
}

// EraseNothing is the argument of the button that leaves everything as it is.
const EraseNothing = "keep"

// ConfirmErase asks for confirmation that all data about the viewer, who has so many open games, is to be deleted.
func ConfirmErase(open int, r Viewer) Reply {
	w := r.Words
	text := w.Say("privacy.ask")
	if open > 0 {
		text += "\n" + w.Count("privacy.open", open)
	}
	reply := Private(text)
	reply.Rows = Rows([]discordgo.MessageComponent{
		Button(w.Say("privacy.button-delete"), discordgo.DangerButton, Press{Act: PressErase, Arg: string(r.Person)}),
		Button(w.Say("privacy.button-keep"), discordgo.SecondaryButton, Press{Act: PressErase, Arg: EraseNothing}),
	})
	return reply
}

// Erased says that everything about the viewer was deleted.
func Erased(r Viewer) Reply { return Private(r.Words.Say("privacy.deleted")) }

// NotErased says that nothing was deleted.
func NotErased(r Viewer) Reply { return Private(r.Words.Say("privacy.kept")) }
