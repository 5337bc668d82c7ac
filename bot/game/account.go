package game

// Account is what belongs to a person in one server, with the games that he has open there: what he does changes all of them or nothing.
// Store.UpdateOf lends it.
type Account struct {
	Person   Person
	Guild    string   // empty: direct messages
	Settings Settings // his choices; they hold everywhere
	Vacation Vacation // in this server
	Games    []*Game  // all in which he takes part and something can still happen, challenges included; the oldest first

	Debts // jobs about one of its games are owed by that game
}

// Habits are what the clock of a game by the day has to know of one of its people.
type Habits struct {
	Vacation  Vacation // in the server of the game
	Reminders Reminders
	Zone      string // as in Settings
}

// habits are those of the person to whom the account belongs.
func (a *Account) habits() Habits {
	return Habits{Vacation: a.Vacation, Reminders: a.Settings.Reminders, Zone: a.Settings.Zone}
}

// ByDay tells whether the game is played by a clock that counts days. Only there are vacations and reminders, and only there has a
// store to fill Habits.
func (g *Game) ByDay() bool { return g.Time.Class() == Correspondence }
