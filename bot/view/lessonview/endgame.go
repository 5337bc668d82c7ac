package lessonview

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// drillKeys are the phrases that name the endings.
var drillKeys = map[lesson.Name]string{
	"pawnking": "endgame.pawnking", "horseadvisor": "endgame.horseadvisor", "cannonadvisors": "endgame.cannonadvisors",
	"rookadvisors": "endgame.rookadvisors", "rookelephants": "endgame.rookelephants",
	"rookoneadvisor": "endgame.rookoneadvisor", "rookoneelephant": "endgame.rookoneelephant",
	"twopawns": "endgame.twopawns", "horsepawn": "endgame.horsepawn", "twohorses": "endgame.twohorses",
	"horsecannon": "endgame.horsecannon", "twocannons": "endgame.twocannons",
}

// DrillLabel labels an ending.
func DrillLabel(d *lesson.Drill) view.Label {
	return func(w words.Words) string { return w.Say(drillKeys[d.Name]) }
}

// Drills lists the endings, those that were won with a mark, with a menu that begins one.
func Drills(won member.Progress, r view.Viewer) view.Reply {
	w := r.Words
	all := lesson.Drills()
	lines := []string{w.Say("endgame.head", words.Vars{"Won": len(won), "Total": len(all)})}
	var options []discordgo.SelectMenuOption
	for _, d := range all {
		name, mark := DrillLabel(d)(w), "▫️"
		if won.Has(d.Name) {
			mark = "✅"
		}
		lines = append(lines, mark+" "+name)
		options = append(options, view.MenuOption(name, string(d.Name), ""))
	}
	lines = append(lines, "-# "+w.Say("endgame.explain"))
	reply := view.Private(strings.Join(lines, "\n"))
	reply.Rows = []discordgo.MessageComponent{view.Menu(w.Say("endgame.menu"), view.Press{Act: view.PressDrill}, options)}
	return reply
}
