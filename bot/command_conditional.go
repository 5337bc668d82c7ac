package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/engine/notation"
)

// conditionalCommand is /conditional: a person plans his answers to moves that the other side may play. Without moves it shows what he has
// planned, with a button below to drop each line. Nobody else sees any of it.
func (h *host) conditionalCommand() *Command {
	return &Command{
		name: "conditional", private: true, run: h.conditional,
		options: []commandOption{
			{name: "moves", kind: discordgo.ApplicationCommandOptionString, complete: true},
			gameOption(),
		},
		complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.focused == "game" {
				return h.completeGame(ctx, r)
			}
			return h.completeLine(ctx, r)
		},
	}
}

func (h *host) conditional(ctx context.Context, r *Request) (Reply, error) {
	g, err := h.playing(ctx, r, r.Game())
	if err != nil {
		return Reply{}, err
	}
	if r.Text("moves") != "" {
		read, err := h.service.Plan(ctx, r.Act(), g.ID, r.Text("moves"))
		if err != nil {
			return h.unplanned(read, r.Reader, err)
		}
		g = read
	}
	return plans(g, r.Reader), nil
}

// unplanned tells why a line cannot be planned, on the board on which it could not be read. That board is only imagined: nothing can be
// pressed to play on it.
func (h *host) unplanned(read *game.Game, r Reader, err error) (Reply, error) {
	var ambiguous *notation.AmbiguousError
	if read == nil || errors.As(err, new(*game.Refusal)) {
		return Reply{}, err
	}
	if errors.As(err, &ambiguous) {
		pos := read.Position()
		var ways []string
		for _, m := range ambiguous.Candidates {
			ways = append(ways, "**"+moveText(&pos, m, r)+"**")
		}
		return private(r.Words.Say("plan.ambiguous", Vars{"Text": quoted(ambiguous.Text), "Moves": r.Words.List(ways)})), nil
	}
	reply, ok := h.view.refusal(read, r, err)
	if !ok {
		return Reply{}, err
	}
	reply.Rows = nil
	return reply, nil
}

// pressUnplan drops one of the lines that a message shows, or all.
func (h *host) pressUnplan(ctx context.Context, r *Request) (Reply, error) {
	key := r.Press.Arg
	if key == allLines {
		key = ""
	}
	g, err := h.service.Unplan(ctx, r.Act(), r.Press.Game, key)
	if err != nil {
		return Reply{}, err
	}
	reply := plans(g, r.Reader)
	reply.InPlace = true
	return reply, nil
}

// allLines is the Arg of the button that drops all lines.
const allLines = "all"

// plans shows a person what he has planned in a game.
func plans(g *game.Game, r Reader) Reply {
	w := r.Words
	c, _ := g.SeatOf(r.Person)
	planned := g.Plans[c]
	if len(planned) == 0 {
		return private(w.Say("plan.none", Vars{"Game": g.ID}))
	}
	lines := []string{w.Count("plan.title", len(planned), Vars{"Game": g.ID})}
	var buttons []discordgo.MessageComponent
	for i, l := range planned {
		lines = append(lines, strconv.Itoa(i+1)+". "+lineText(g, l, r))
		buttons = append(buttons, button(w.Say("plan.drop", Vars{"Line": i + 1}), discordgo.SecondaryButton,
			Press{Act: PressUnplan, Game: g.ID, Board: g.BoardKey(), Arg: l.Key()}))
	}
	if len(planned) > 1 {
		buttons = append(buttons, button(w.Say("plan.drop-all"), discordgo.DangerButton, Press{Act: PressUnplan, Game: g.ID, Board: g.BoardKey(), Arg: allLines}))
	}
	reply := private(fitLines(lines))
	reply.Rows = rows(buttons)
	return reply
}

// messageLimit is how long a message may be, as Discord counts.
const messageLimit = 2000

// fitLines joins lines as far as a message takes them; what is left out is marked by dots.
func fitLines(lines []string) string {
	text := lines[0]
	for _, line := range lines[1:] {
		if len(text)+len(line)+len("\n…\n") > messageLimit { // bytes are never fewer than what Discord counts
			return text + "\n…"
		}
		text += "\n" + line
	}
	return text
}

// lineText writes a planned line: "if 炮二平五, then 马8进7; if …".
func lineText(g *game.Game, l game.Line, r Reader) string {
	pos, parts, theirs := g.Position(), []string(nil), ""
	for i, m := range l {
		text := "**" + moveText(&pos, m, r) + "**"
		pos.Make(m)
		switch mine := (len(l)-i)%2 == 1; {
		case !mine:
			theirs = text
		case theirs == "": // the other side has played already: this answer only waits for an offer to be settled
			parts = append(parts, text)
		default:
			parts = append(parts, r.Words.Say("plan.pair", Vars{"Theirs": theirs, "Mine": text}))
		}
	}
	return strings.Join(parts, r.Words.Say("plan.then"))
}

// completeLine offers the moves that the last word typed can still become, on the board to which the words before it lead.
func (h *host) completeLine(ctx context.Context, r *Request) ([]discord.Choice, error) {
	g, err := h.service.Find(ctx, r.Act(), r.Game())
	if err != nil || g.State != game.Active {
		return nil, nil //nolint:nilerr // completions explain nothing
	}
	typed := r.Text("moves")
	before, last := "", typed
	if i := strings.LastIndexAny(typed, " ,"); i >= 0 {
		before, last = strings.TrimRight(typed[:i], " ,"), typed[i+1:]
	}
	pos := g.Position()
	line, err := game.ReadLine(pos, before, r.Reader.Style)
	if err != nil {
		return nil, nil //nolint:nilerr // likewise
	}
	for _, m := range line {
		pos.Make(m)
	}
	if before != "" {
		before += " "
	}
	var choices []discord.Choice
	for _, m := range notation.CompleteAs(&pos, last, r.Reader.Style) {
		if text := before + moveText(&pos, m, r.Reader); len([]rune(text)) <= discord.ChoiceNameLimit {
			choices = append(choices, discord.Choice{Name: text, Value: text})
		}
	}
	return choices, nil
}
