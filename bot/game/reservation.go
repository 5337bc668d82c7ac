package game

// Reservations are what a game asks to have for itself alone.
type Reservations struct{ keys []string }

// Reserve asks for something that only one game may have, named by a key, such as a seat. The store saves the game only
// if nobody had reserved that key in the hour before; otherwise its error is Refusal Outdated, and the caller looks
// again what is left.
func (r *Reservations) Reserve(key string) { r.keys = append(r.keys, key) }

// TakeReserved hands over the keys that were reserved since the game was read, and forgets them. The store calls it as
// it saves.
func (r *Reservations) TakeReserved() []string {
	keys := r.keys
	r.keys = nil
	return keys
}
