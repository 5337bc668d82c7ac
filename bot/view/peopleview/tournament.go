package peopleview

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
)

// TournamentName names a tournament in a message.
func TournamentName(w words.Words, t *tournament.Tournament) string {
	return tournamentName(w, t, view.Plain(t.Name))
}

// TournamentLabel names a tournament in plain text.
func TournamentLabel(w words.Words, t *tournament.Tournament) string {
	return tournamentName(w, t, view.Isolated(game.Sanitize(t.Name)))
}

func tournamentName(w words.Words, t *tournament.Tournament, name string) string {
	if t.Name == "" {
		return w.Say("tournament.unnamed", words.Vars{"Number": t.ID})
	}
	return w.Say("tournament.named", words.Vars{"Number": t.ID, "Name": name})
}

// TournamentLink names a tournament with a link to its message.
func TournamentLink(w words.Words, t *tournament.Tournament) string {
	if t.Notice.Message == "" {
		return TournamentName(w, t)
	}
	return "[" + TournamentName(w, t) + "](" + view.MessageLink(t.Guild, t.Channel, t.Notice.Message) + ")"
}

// ConfirmTournamentCancel asks the organizer whether a tournament is really to be called off.
func ConfirmTournamentCancel(t *tournament.Tournament, r view.Viewer) view.Reply {
	return view.Private(r.Say("tournament.cancel-ask", words.Vars{"Tournament": TournamentLink(r.Words, t)}),
		tournamentButton(t, "button.tournament-cancel-yes", discordgo.DangerButton, ArgCancelYes, r.Words),
		tournamentButton(t, "button.tournament-keep", discordgo.SecondaryButton, ArgKeep, r.Words),
	)
}

func tournamentButton(
	t *tournament.Tournament, label string, style discordgo.ButtonStyle, arg string, w words.Words,
) discordgo.MessageComponent {
	return view.Button(w.Say(label), style, view.Press{Act: view.PressTournament, Topic: view.OfTournament(t.ID), Arg: arg})
}

// TournamentStarted says that a tournament has begun.
func TournamentStarted(t *tournament.Tournament, w words.Words) string {
	return w.Say("tournament.started", words.Vars{
		"Tournament": TournamentName(w, t), "Players": len(t.Players), "Rounds": t.Rounds,
	})
}

// TournamentCard shows the state of a tournament: who has signed up, then the round that is played with links to its
// games, and the table. The games are those of that round. Links that do not fit into the text are below the table.
func TournamentCard(t *tournament.Tournament, games map[game.ID]*game.Game, r view.Viewer) view.Reply {
	lines := []string{"**" + TournamentName(r.Words, t) + "** · " + strings.Join(tournamentTerms(r.Words, t), " · ")}
	reply := view.Reply{Embed: tournamentTable(t, t.Round, r.Words)}
	leave := tournamentButton(t, "button.tournament-leave", discordgo.SecondaryButton, ArgLeave, r.Words)
	cancel := tournamentButton(t, "button.tournament-cancel", discordgo.SecondaryButton, ArgCancel, r.Words)
	switch t.Stage {
	case tournament.SigningUp:
		lines = append(lines, r.Count("tournament.taken", len(t.Players), words.Vars{
			"Places": t.Places,
		}), r.Say("tournament.how"))
		reply.Rows = view.Rows(
			tournamentButton(t, "button.tournament-join", discordgo.SuccessButton, ArgJoin, r.Words), leave,
			tournamentButton(t, "button.tournament-start", discordgo.PrimaryButton, ArgStart, r.Words), cancel,
		)
	case tournament.Underway:
		lines = append(lines, r.Say("tournament.round", words.Vars{"Round": t.Round, "Rounds": t.Rounds}))
		head := len(lines)
		lines = append(lines, roundLines(t, games, gameLink, r.Words)...)
		if text := strings.Join(lines, "\n"); text != discord.Cut(text, discord.TextLimit) {
			lines = append(lines[:head], roundLines(t, games, gameName, r.Words)...)
			reply.Embed.Fields = roundLinks(t, games, r.Words)
		}
		reply.Rows = view.Rows(leave, cancel)
	case tournament.Decided:
		lines = append(lines, r.Say("tournament.decided", words.Vars{"Until": view.Date(t.Ended)}))
	case tournament.CalledOff:
		lines = append(lines, r.Say("tournament.called-off", words.Vars{"Until": view.Date(t.Ended)}))
	}
	reply.Text = strings.Join(lines, "\n")
	return reply
}

func tournamentTerms(w words.Words, t *tournament.Tournament) []string {
	terms := []string{w.Say("tournament.round-robin")}
	switch {
	case t.System == tournament.RoundRobinSystem:
	case t.Rounds > 0:
		terms = []string{w.Count("tournament.swiss", t.Rounds)}
	default:
		terms = []string{w.Say("tournament.swiss-open")}
	}
	terms = append(terms, view.ControlText(w, t.Time))
	if ruleset, err := rules.ParseRuleset(t.Rules); err == nil && ruleset != rules.ForPeople() {
		terms = append(terms, gameview.RulesetText(w, ruleset))
	}
	if t.Rated {
		return append(terms, w.Say("tournament.rated"))
	}
	return append(terms, w.Say("tournament.casual"))
}

// roundLines say who meets whom in the round that is played, with the results that are there, and the games as they are
// to be named.
func roundLines(
	t *tournament.Tournament, games map[game.ID]*game.Game, name func(*game.Game, words.Words) string, w words.Words,
) []string {
	var lines []string
	for _, m := range t.Boards[t.Round-1] {
		line := pairLine(t, m, w)
		if g := games[m.Game]; g != nil {
			line += " · " + name(g, w)
		}
		lines = append(lines, line)
	}
	return lines
}

// roundLinks are links to the boards of the round that is played, as fields of an embed.
func roundLinks(t *tournament.Tournament, games map[game.ID]*game.Game, w words.Words) []*discordgo.MessageEmbedField {
	var fields []*discordgo.MessageEmbedField
	for _, m := range t.Boards[t.Round-1] {
		g := games[m.Game]
		if g == nil || gameview.BoardLink(g) == "" {
			continue
		}
		link := gameLink(g, w)
		if n := len(fields); n > 0 && len(fields[n-1].Value)+len(" · ")+len(link) <= discord.FieldLimit {
			fields[n-1].Value += " · " + link
			continue
		}
		fields = append(fields, &discordgo.MessageEmbedField{Name: w.Say("tournament.boards"), Value: link})
	}
	return fields
}

func gameName(g *game.Game, w words.Words) string {
	return w.Say("button.game", words.Vars{"Game": g.ID})
}

// gameLink names a game with a link to its board, if it is shown anywhere.
func gameLink(g *game.Game, w words.Words) string {
	if link := gameview.BoardLink(g); link != "" {
		return "[" + gameName(g, w) + "](" + link + ")"
	}
	return gameName(g, w)
}

// pairLine says who meets whom, or has a bye, and the result.
func pairLine(t *tournament.Tournament, m tournament.Board, w words.Words) string {
	red := view.Person(w, t.Players[m.Red].Person)
	if m.Bye() {
		key := "tournament.bye"
		if m.Score == 0 {
			key = "tournament.bye-nothing"
		}
		return "- " + w.Say(key, words.Vars{"Person": red})
	}
	between := "–"
	if m.Over {
		between = "**" + view.PointsText(m.Score) + " – " + view.PointsText(1-m.Score) + "**"
	}
	return "- " + red + " " + between + " " + view.Person(w, t.Players[m.Black].Person)
}

// tournamentTable lists the players in the standings after the first rounds; before the start as they signed up.
func tournamentTable(t *tournament.Tournament, rounds int, w words.Words) *discordgo.MessageEmbed {
	var lines []string
	embed := &discordgo.MessageEmbed{Title: w.Say("tournament.players")}
	if t.Round == 0 {
		for i, e := range t.Players {
			lines = append(lines, strconv.Itoa(i+1)+"\\. "+view.Person(w, e.Person))
		}
		if len(lines) == 0 {
			lines = []string{w.Say("tournament.nobody")}
		}
		byes := w.Say("tournament.byes-swiss")
		if t.System == tournament.RoundRobinSystem {
			byes = w.Say("tournament.byes-round-robin")
		}
		embed.Footer = &discordgo.MessageEmbedFooter{Text: w.Sentences(byes, w.Say("tournament.rules"))}
	} else {
		embed.Title = w.Say("tournament.table")
		notes := []string{w.Say("tournament.tie-breaks")}
		table := t.Table(rounds)
		played := slices.ContainsFunc(table, func(l tournament.Standing) bool { return l.Games > 0 })
		crossed := played && len(table) <= maxCrosstable
		if crossed {
			notes = append(notes, w.Say("tournament.crosstable"))
		}
		for _, l := range table {
			line := view.PlaceText(l.Place)
			if crossed {
				line += crosstableRow(t, table, l.Player, rounds) + " "
			}
			line += w.Say("tournament.line", words.Vars{
				"Person": view.Person(w, t.Players[l.Player].Person), "Points": view.PointsText(l.Score), "Buchholz": view.PointsText(l.Buchholz),
				"Berger": strconv.FormatFloat(l.SonnebornBerger, 'f', -1, 64), // of halves of halves
			})
			if t.Players[l.Player].Withdrawn {
				line += " · " + w.Say("tournament.withdrawn")
			}
			lines = append(lines, line)
		}
		embed.Footer = &discordgo.MessageEmbedFooter{Text: strings.Join(notes, "\n")}
	}
	embed.Description = strings.Join(lines, "\n")
	return embed
}

// maxCrosstable is the largest number of players whose results against each other are in the table: more do not fit
// beside a name on a phone.
const maxCrosstable = 10

// crosstableRow is a player's score against everybody, in the order of the table: "×" where they would meet
// themselves, "·" where no game is over.
func crosstableRow(t *tournament.Tournament, table []tournament.Standing, player, rounds int) string {
	cells := make([]string, len(table))
	for i, other := range table {
		score, met := t.ScoreAgainst(player, other.Player, rounds)
		switch {
		case other.Player == player:
			cells[i] = "×"
		case met:
			cells[i] = view.PointsText(score)
		default:
			cells[i] = "·"
		}
	}
	return "`" + strings.Join(cells, " ") + "`"
}

// TournamentRound announces a round: who meets whom, and the table before it. After the last round it is
// the final table.
func TournamentRound(t *tournament.Tournament, round int, w words.Words) view.Reply {
	vars := words.Vars{"Tournament": TournamentName(w, t), "Round": round, "Rounds": t.Rounds}
	reply := view.Reply{Embed: tournamentTable(t, round-1, w)}
	call := func(p game.Person) {
		if p != game.Deleted {
			reply.Ping = append(reply.Ping, p)
		}
	}
	if round > len(t.Boards) {
		var first []string
		for _, l := range t.Table(round - 1) {
			if p := t.Players[l.Player].Person; l.Place == 1 {
				first = append(first, view.Person(w, p))
				call(p)
			}
		}
		vars["First"] = strings.Join(first, w.Say("list.comma"))
		reply.Text = w.Say("tournament.over", vars)
		return reply
	}
	var lines []string
	if round == 1 {
		lines = append(lines, w.Sentences(TournamentStarted(t, w), w.Say("tournament.first")))
	} else {
		lines = append(lines, w.Say("tournament.begins", vars))
	}
	for _, m := range t.Boards[round-1] {
		call(t.Players[m.Red].Person)
		if !m.Bye() {
			call(t.Players[m.Black].Person)
			m = tournament.Board{Pairing: m.Pairing} // as it was when the round began
		}
		lines = append(lines, pairLine(t, m, w))
	}
	reply.Text = strings.Join(lines, "\n")
	if round == 1 {
		reply.Embed = nil // all have nothing
	}
	return reply
}

// The Args of a [view.PressTournament].
const (
	ArgJoin      = "join"
	ArgLeave     = "leave"
	ArgStart     = "start"
	ArgCancel    = "cancel"     // ask whether to call it off
	ArgCancelYes = "cancel-yes" // call it off
	ArgKeep      = "keep"       // close that question
)

// SwissLabel is the choice of a Swiss tournament with a number of rounds.
func SwissLabel(rounds int) view.Label {
	return func(w words.Words) string { return view.Capital(w.Count("tournament.swiss", rounds)) }
}
