package game

import (
	"context"
	"time"
)

// Panel is an ephemeral message in which a person chooses their moves in a game, or that shows their pending request
// to the bot, with what is needed to edit it for [TokenLifetime].
type Panel struct {
	Game     ID
	Person   Person
	Asks     bool   // it shows a pending request
	Token    Secret // of the interaction whose response it is
	Message  string // its id among the messages of that interaction
	Locale   string // locale of the person's client, in Discord's form
	Revision int    // of the game that it shows
	At       time.Time
}

// PanelStore keeps panels, one of each kind for a game and person. Package store implements it on a database.
type PanelStore interface {
	// KeepPanel saves a panel and returns the previous one of that kind for the game and person; the zero Panel if
	// there is none that can still be edited.
	KeepPanel(ctx context.Context, p Panel) (Panel, error)

	// StalePanels lists the panels of a game that show an older revision, and records that they are to show the
	// given one. Those with Asks are deleted: their request is settled.
	StalePanels(ctx context.Context, id ID, revision int) ([]Panel, error)
}
