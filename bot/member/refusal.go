package member

import "xiangqibot/bot/game"

// The codes of refusals about what belongs to a person.
const (
	OnVacation     game.Code = "on-vacation"      // their vacation has begun already
	NotOnVacation  game.Code = "not-on-vacation"  // there is no vacation to end
	NoVacationLeft game.Code = "no-vacation-left" // all days of this year are spent; Limit: how many a year has, 0 where there is no vacation
	SelfBlock      game.Code = "self-block"       // one cannot block oneself
	TooManyBlocked game.Code = "too-many-blocked" // one can block at most Limit people
	NotBlocked     game.Code = "not-blocked"      // the person is not blocked
)
