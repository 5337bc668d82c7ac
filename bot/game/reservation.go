package game

// Reservations are keys that a game wants to reserve.
type Reservations struct{ keys []string }

// Reserve reserves something that only one game may have, such as a seat, named by a key. The store saves the game
// only if nobody has reserved that key in the last hour; otherwise its error is Refusal Outdated, and the caller
// checks again what is left.
func (r *Reservations) Reserve(key string) { r.keys = append(r.keys, key) }

// TakeReserved returns and clears the keys that were reserved since the game was read. The store calls it when it
// saves.
func (r *Reservations) TakeReserved() []string {
	keys := r.keys
	r.keys = nil
	return keys
}
