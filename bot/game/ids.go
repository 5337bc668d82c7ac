package game

// ID identifies a game. IDs start at 1 and are never reused; 0 means no game.
type ID int64

// SimulID identifies a simultaneous display; 0 means none. It is chosen by whoever announces the display, and never
// reused.
type SimulID int64

// BoardKey identifies a position at a ply of a game. It changes with each move, and with moves that replace others
// that were taken back. It is never 0. Two boards of a game have the same key by chance once in 2³¹.
type BoardKey uint32
