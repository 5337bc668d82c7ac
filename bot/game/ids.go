package game

// ID identifies a game. IDs start at 1 and are never given twice; 0 means no game.
type ID int64

// SimulID identifies a simultaneous display; 0 means none. It is chosen by whoever announces the display, and is never
// used again.
type SimulID int64

// BoardKey identifies a board of a game: after each move, and after moves that took the place of others that were taken
// back. It is never 0. Two boards of a game have the same key by chance once in 2³¹.
type BoardKey uint32
