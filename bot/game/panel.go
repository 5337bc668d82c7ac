package game

import (
	"context"
	"time"
)

// Panel is the private message in which a person chooses their moves in a game, or the one that says what they have
// asked of the bot, with what it takes to change it for AnswerLife.
type Panel struct {
	Game     ID
	Person   Person
	Asks     bool   // it says what they have asked of the bot
	Token    Secret // of the interaction that it answers
	Message  string // its name among the messages of that interaction
	Locale   string // the language of the person's client, as Discord names it
	Revision int    // of the game that it shows
	At       time.Time
}

// PanelStore keeps panels, one of each kind for a game and person. Package store implements it on a database.
type PanelStore interface {
	// KeepPanel keeps a panel and returns the one of that kind that the person had in the game before; the zero Panel
	// where there is none that can still be changed.
	KeepPanel(ctx context.Context, p Panel) (Panel, error)

	// LatePanels lists the panels of a game that show it as it was before a revision, and notes that they are to show
	// that one. Those that ask are forgotten: they are settled.
	StalePanels(ctx context.Context, id ID, revision int) ([]Panel, error)
}
