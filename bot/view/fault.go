package view

import "xiangqibot/bot/words"

// Unknown answers an unknown command or button.
func Unknown(w words.Words) Reply { return Private(w.Say("error.unknown")) }

// InternalError says that something went wrong on the bot's side; id identifies it in the log.
func InternalError(id string, w words.Words) Reply {
	return Private(w.Say("error.fault", words.Vars{"Fault": id}))
}

// Busy says that there was too much to do for a request to be done in time.
func Busy(w words.Words) Reply { return Private(w.Say("error.busy")) }

// Unavailable says that nothing can be saved at the moment; id identifies the error in the log.
func Unavailable(id string, w words.Words) Reply {
	return Private(w.Say("error.unavailable", words.Vars{"Fault": id}))
}

// Unreadable says that nothing can be read at the moment; id identifies the error in the log.
func Unreadable(id string, w words.Words) Reply {
	return Private(w.Say("error.unreadable", words.Vars{"Fault": id}))
}

// OutcomeUnknown says that it is not known whether something was saved; id identifies the error in the log.
func OutcomeUnknown(id string, w words.Words) Reply {
	return Private(w.Say("error.unsure", words.Vars{"Fault": id}))
}
