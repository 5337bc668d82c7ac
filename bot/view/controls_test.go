package view

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
)

// Coordinates are written small in lists and on buttons too, where other texts begin with a capital.
func TestCoordinatesStaySmallInControls(t *testing.T) {
	r := reader(t, words.English, alice)
	r.Style = notation.UCI
	g := againstBot(t, game.ChallengeSpec{})
	var labels []string
	for _, row := range testView().Picked(g, r, square(t, "b0")).Rows {
		for _, o := range row.(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu).Options {
			labels = append(labels, o.Label)
		}
	}
	if !slices.Contains(labels, "b0c2") || !slices.Contains(labels, "Horse b0") {
		t.Errorf("the menus offer %q", labels)
	}
	p := g.Position()
	_, err := notation.Parse(&p, "H+7")
	reply, _ := testView().Refusal(g, r, err)
	if got := inWords(reply); !strings.Contains(got, "b0c2") {
		t.Errorf("asked is %q", got)
	}
}
