-- Times are Unix milliseconds, UTC. 0 stands for "never" where a time may be missing.

-- One row is one game, moves and all: a game is read and written as a whole, and a long one has 200 moves, which is 2 KB.
CREATE TABLE games (
    id             INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, even after the last game was deleted
    guild          TEXT    NOT NULL DEFAULT '',
    channel        TEXT    NOT NULL DEFAULT '',
    state          TEXT    NOT NULL DEFAULT 'offered',
    challenger     TEXT    NOT NULL DEFAULT '',
    opponent       TEXT    NOT NULL DEFAULT '',
    opponent_level INTEGER NOT NULL DEFAULT 0,
    wish           INTEGER NOT NULL DEFAULT 0,
    red            TEXT    NOT NULL DEFAULT '',
    red_level      INTEGER NOT NULL DEFAULT 0,
    black          TEXT    NOT NULL DEFAULT '',
    black_level    INTEGER NOT NULL DEFAULT 0,
    rated          INTEGER NOT NULL DEFAULT 0,
    rules          TEXT    NOT NULL DEFAULT '',
    created        INTEGER NOT NULL DEFAULT 0,
    updated        INTEGER NOT NULL DEFAULT 0,
    expires        INTEGER NOT NULL DEFAULT 0,
    start          TEXT    NOT NULL DEFAULT '', -- FEN; empty: the usual start
    moves          TEXT    NOT NULL DEFAULT '', -- h2e2h9g7…: four letters a move
    times          TEXT    NOT NULL DEFAULT '', -- milliseconds of each move after the one before, the first after created
    draw_offer     TEXT    NOT NULL DEFAULT '', -- '', 'red', 'black'
    takeback       TEXT    NOT NULL DEFAULT '', -- likewise
    takeback_plies INTEGER NOT NULL DEFAULT 0,
    red_no_draw    INTEGER NOT NULL DEFAULT 0,
    black_no_draw  INTEGER NOT NULL DEFAULT 0,
    outcome        TEXT    NOT NULL DEFAULT '',
    ending         TEXT    NOT NULL DEFAULT '',
    rule           TEXT    NOT NULL DEFAULT '',
    ratings        TEXT    NOT NULL DEFAULT '', -- JSON; what the result did, empty if it did nothing
    revision       INTEGER NOT NULL DEFAULT 0,
    last           TEXT    NOT NULL DEFAULT '', -- JSON; the latest event
    told           INTEGER NOT NULL DEFAULT 0,
    message        TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX games_channel ON games (channel, id);
CREATE INDEX games_open ON games (channel, id) WHERE state IN ('offered', 'active');

-- Who takes part in which game; open says whether the game can still change.
CREATE TABLE participants (
    person TEXT    NOT NULL,
    game   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    open   INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) WITHOUT ROWID;
CREATE INDEX participants_game ON participants (game);
CREATE INDEX participants_open ON participants (person, game) WHERE open = 1;

CREATE TABLE players (
    person   TEXT PRIMARY KEY,
    name     TEXT    NOT NULL DEFAULT '',
    locale   TEXT    NOT NULL DEFAULT '',
    rating   REAL    NOT NULL,
    rd       REAL    NOT NULL,
    vol      REAL    NOT NULL,
    rated_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- What rated games brought to a player, in each guild and, with guild '', everywhere.
-- The rating is that of players, kept here as well so that an index can put a guild's players in order.
CREATE TABLE standings (
    guild  TEXT    NOT NULL,
    person TEXT    NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    rating REAL    NOT NULL,
    games  INTEGER NOT NULL,
    wins   INTEGER NOT NULL,
    draws  INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) WITHOUT ROWID;
CREATE INDEX standings_person ON standings (person);
CREATE INDEX standings_rating ON standings (guild, rating DESC, person);

CREATE TABLE rating_changes (
    person        TEXT    NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    at            INTEGER NOT NULL,
    game          INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    score         REAL    NOT NULL,
    before_rating REAL    NOT NULL,
    before_rd     REAL    NOT NULL,
    before_vol    REAL    NOT NULL,
    after_rating  REAL    NOT NULL,
    after_rd      REAL    NOT NULL,
    after_vol     REAL    NOT NULL,
    PRIMARY KEY (person, at, game)
) WITHOUT ROWID;
CREATE INDEX rating_changes_game ON rating_changes (game);

CREATE TABLE settings (
    person TEXT PRIMARY KEY,
    data   TEXT NOT NULL -- JSON
) WITHOUT ROWID;

-- Jobs that are not due yet. When their time comes they move to River's table.
CREATE TABLE due (
    id   INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT    NOT NULL,
    args TEXT    NOT NULL -- JSON
);
CREATE INDEX due_at ON due (at);
CREATE INDEX due_game ON due (game, kind);

-- Interactions that have acted, kept for a while, and things that are done once for ever.
CREATE TABLE claims (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX claims_at ON claims (at);
CREATE TABLE once (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
