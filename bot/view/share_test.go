package view

import (
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"
	"pgregory.net/rapid"

	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
)

// Whatever is below a private message: where others are, it can be shared, and what is shared has its other buttons.
func TestWhateverIsShareableHasTheButton(t *testing.T) {
	r := Viewer{Words: viewtest.Phrases(t).In(words.English), Guild: "7"}
	rapid.Check(t, func(t *rapid.T) {
		reply := Reply{Text: "a record"}
		buttons := 0
		for i := range rapid.IntRange(0, 4).Draw(t, "rows") {
			if rapid.Bool().Draw(t, "menu") {
				press := Press{Act: PressPuzzle, Topic: APuzzle, Arg: fmt.Sprintf("menu-%d", i)}
				reply.Rows = append(reply.Rows, Menu("Choose", press, []discordgo.SelectMenuOption{{Label: "one", Value: "1"}}))
				continue
			}
			var row []discordgo.MessageComponent
			for k := range rapid.IntRange(1, rowButtons).Draw(t, "buttons") {
				press := Press{Act: PressPuzzle, Topic: APuzzle, Arg: fmt.Sprintf("button-%d-%d", i, k)}
				row = append(row, Button("Press", discordgo.SecondaryButton, press))
			}
			buttons += len(row)
			reply.Rows = append(reply.Rows, Rows(row...)...)
		}
		alone := Shareable(reply, false, r)
		if !alone.Private || len(alone.Rows) != len(reply.Rows) {
			t.Fatal("a game that is not over can be shared")
		}
		shareable := Shareable(reply, true, r)
		if problem := viewtest.BreaksLimits(shareable.Message()); problem != "" || !shareable.Private {
			t.Fatalf("private is %v, %s", shareable.Private, problem)
		}
		var received discordgo.Message
		count := func(rows []discordgo.MessageComponent) (all, share int) {
			for _, row := range rows {
				line := row.(discordgo.ActionsRow)
				received.Components = append(received.Components, &line)
				for i, c := range line.Components {
					if button, is := c.(discordgo.Button); is {
						all++
						line.Components[i] = &button
						if button.CustomID == (Press{Act: PressShare}).ID() {
							share++
						}
					}
				}
			}
			return all, share
		}
		if all, share := count(shareable.Rows); all != buttons+1 || share != 1 {
			t.Fatalf("%d buttons have become %d with %d to share", buttons, all, share)
		}
		if all, share := count(Shared(&received).Rows); all != buttons || share != 0 {
			t.Fatalf("of %d buttons %d are shared, %d to share", buttons, all, share)
		}
	})
}
