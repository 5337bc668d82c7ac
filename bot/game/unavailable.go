package game

import "errors"

// ErrUnavailable is wrapped by errors of a store that temporarily cannot save, which may pass without a restart: the
// disk is full, or another process has locked the database. Nothing was changed.
var ErrUnavailable = errors.New("nothing can be saved at the moment")

// ErrUnreadable is wrapped by errors of a store that temporarily cannot read, which may pass without a restart. What was
// saved before remains saved.
var ErrUnreadable = errors.New("nothing can be read at the moment")

// ErrOutcomeUnknown is wrapped by errors of a store that lost its database while it was saving: either everything
// was changed or nothing. The caller may retry, as with [ErrUnavailable].
var ErrOutcomeUnknown = errors.New("it is not known whether this was saved")
