package member

import "xiangqibot/bot/game"

// Refusal codes for what belongs to a person.
const (
	OnVacation     game.Code = "on-vacation"      // their vacation has already begun
	NotOnVacation  game.Code = "not-on-vacation"  // there is no vacation to end
	NoVacationLeft game.Code = "no-vacation-left" // this year's days are used up; Limit: days per year, 0 if there is no vacation
	SelfBlock      game.Code = "self-block"       // people cannot block themselves
	TooManyBlocked game.Code = "too-many-blocked" // a person can block at most Limit people
	NotBlocked     game.Code = "not-blocked"      // the person is not blocked
)
