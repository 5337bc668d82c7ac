package main

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/playground/wire"
	"xiangqibot/engine/board"
	"xiangqibot/engine/testcases"
)

// A played is a game as the database has it.
type played struct {
	id         int
	channel    wire.ID
	red, black string // empty: the bot, or the members of a vote
	levels     [2]int // by color, the bot's strength
	state      string
	open       bool
	moves      []string
	clock      clocks.Clock
	vote       *ballots // nil: each side is one player
}

// games reads those that have begun.
func (r *killRun) games() (list []played) {
	r.read(`SELECT id, channel, red, black, red_level, black_level, state, moves, clock, vote
		FROM games WHERE state <> 'offered' ORDER BY id`, func(scan func(...any) error) error {
		var g played
		var moves string
		err := scan(&g.id, &g.channel, &g.red, &g.black, &g.levels[board.Red], &g.levels[board.Black], &g.state, &moves,
			fromJSON{&g.clock}, fromJSON{&g.vote})
		g.open = g.state == "active"
		for letters := range slices.Chunk([]byte(moves), 4) {
			g.moves = append(g.moves, string(letters))
		}
		list = append(list, g)
		return err
	})
	return list
}

// gamesByID are games by their numbers.
func (r *killRun) gamesByID() map[int]played {
	games := map[int]played{}
	for _, g := range r.games() {
		games[g.id] = g
	}
	return games
}

// read reads the database beside the bot, row by row.
func (r *killRun) read(query string, row func(scan func(...any) error) error) {
	db := gametest.OK(sql.Open("sqlite", "file:"+r.database()+"?mode=ro&_pragma=busy_timeout(20000)"))(r.t)
	defer func() { _ = db.Close() }()
	rows, err := db.Query(query)
	if err != nil {
		r.t.Error(err)
		return
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			r.t.Error(err)
			return
		}
	}
	if err := rows.Err(); err != nil {
		r.t.Error(err)
	}
}

// fromJSON reads a column with JSON, or with nothing, into what it points to.
type fromJSON struct{ to any }

// Scan reads the column.
func (j fromJSON) Scan(column any) error {
	text, ok := column.(string)
	switch {
	case !ok:
		return fmt.Errorf("%T is no text", column)
	case text == "":
		return nil
	}
	return json.Unmarshal([]byte(text), j.to)
}

// turn is the person whose turn it is, or the bot; neither: those who vote.
func (g *played) turn() (person string, bot bool) {
	color := len(g.moves) % 2
	return [2]string{g.red, g.black}[color], g.levels[color] > 0
}

// position is that of the game after its moves.
func (g *played) position(t *testing.T) board.Position {
	t.Helper()
	return testcases.Record(t, board.StartFEN, g.moves...).Position()
}

// lastMove is the move of which a message tells.
var lastMove = regexp.MustCompile(`\(([a-i]\d[a-i]\d)\)`)

// boardOf is the last move and the footer of a public message that shows a board of a game on which moves were played.
func boardOf(m *wire.Message) (move, footer string, ok bool) {
	if m.EphemeralFor != "" || len(m.Attachments) == 0 || len(m.Embeds) == 0 {
		return "", "", false
	}
	text, err := json.Marshal(m.Embeds)
	found := lastMove.FindSubmatch(text)
	if err != nil || found == nil {
		return "", "", false
	}
	var embed struct{ Footer struct{ Text string } }
	if text, err = json.Marshal(m.Embeds[0]); err == nil {
		err = json.Unmarshal(text, &embed)
	}
	return string(found[1]), embed.Footer.Text, err == nil
}
