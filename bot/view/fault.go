package view

import "xiangqibot/bot/words"

// Unknown answers a command or button that this bot does not have.
func Unknown(w words.Words) Reply { return Private(w.Say("error.unknown")) }

// Fault says that something went wrong on the bot's side; id is what the log has of it.
func InternalError(id string, w words.Words) Reply {
	return Private(w.Say("error.fault", words.Vars{"Fault": id}))
}

// Busy says that the engine has too much to do to be asked anything more.
func Busy(w words.Words) Reply { return Private(w.Say("error.busy")) }

// Unavailable says that nothing can be saved at the moment; id is what the log has of it.
func Unavailable(id string, w words.Words) Reply {
	return Private(w.Say("error.unavailable", words.Vars{"Fault": id}))
}

// Unsure says that nobody knows whether something was saved; id is what the log has of it.
func OutcomeUnknown(id string, w words.Words) Reply {
	return Private(w.Say("error.unsure", words.Vars{"Fault": id}))
}
