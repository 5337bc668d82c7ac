package game

// Conditions are what the sides agree on before a game, beside colours, rating and rules. The zero Conditions are an even game from the
// usual start, without a clock.
type Conditions struct {
	Time       TimeControl `json:"time,omitzero"`
	Weekends   bool        `json:"weekends,omitempty"`    // day clocks stand on Saturdays and Sundays, in UTC
	NoVacation bool        `json:"no-vacation,omitempty"` // nobody's vacation stops the clocks
}
