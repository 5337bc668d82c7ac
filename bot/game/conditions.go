package game

// Conditions are what the sides agree on before a game, apart from colors, rating and rules. The zero Conditions are
// an even game from the usual start, without a clock.
type Conditions struct {
	Time       TimeControl `json:"time,omitzero"`
	Weekends   bool        `json:"weekends,omitempty"`    // day clocks are stopped on Saturdays and Sundays, in UTC
	NoVacation bool        `json:"no-vacation,omitempty"` // nobody's vacation stops the clocks

	Handicap      Handicap `json:"handicap,omitempty"`
	OpponentGives bool     `json:"opponent-gives,omitempty"` // the opponent gives the handicap, not the challenger

	Anyone bool `json:"anyone,omitempty"` // the other side was offered to whoever takes it

	Partner Partner `json:"partner,omitzero"` // the engine that helps both sides; such games are never rated

	Engine string `json:"engine,omitempty"` // the name of the outside engine that plays; empty: none does

	Follows ID      `json:"follows,omitempty"` // the game of which this is the rematch, or the second leg; 0: none
	Leg     int     `json:"leg,omitempty"`     // 1 and 2 in a match of two games, colors swapped between; otherwise 0
	Carried float64 `json:"carried,omitempty"` // in leg 2: the challenger's score in leg 1
}

// Timed reports whether the game has a clock.
func (c *Conditions) Timed() bool { return c.Time.Class() != Untimed }

// ByDay reports whether the clock counts days. Only such games have vacations and reminders.
func (c *Conditions) ByDay() bool { return c.Time.Class() == Correspondence }

// calendar returns which time counts in this game.
func (c *Conditions) calendar() calendar {
	return calendar{weekdays: c.Weekends && c.Time.Class() == Correspondence}
}
