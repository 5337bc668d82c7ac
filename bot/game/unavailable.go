package game

import "errors"

// ErrUnavailable is in the chain of an error by which a store says that it cannot save anything at the moment, or read
// it, and that this may pass without a restart: the disk is full, or somebody else has locked the database. Nothing was
// changed.
var ErrUnavailable = errors.New("nothing can be saved at the moment")

// ErrUnsure is in the chain of an error by which a store says that it lost its database while that was saving: nobody
// knows whether all was changed or nothing. Another try is possible, as it is with ErrUnavailable.
var ErrOutcomeUnknown = errors.New("it is not known whether this was saved")
