-- The tables of both databases. What differs is marked, see [dialect.marks]:
--   {id}     a number that the database gives, and never twice: a button of what is gone must not show something else
--   {key}    a number that is the key
--   {bytes}  binary data
--   {keyed}  rows are stored in the order of the key
-- All times are Unix milliseconds. People, servers, channels, messages and interactions are the ids of Discord.

-- Games

CREATE TABLE games (
    id             {id},
    guild          TEXT    NOT NULL DEFAULT '',
    channel        TEXT    NOT NULL DEFAULT '', -- where it is played: a channel or a thread
    home           TEXT    NOT NULL DEFAULT '', -- the channel of the thread
    state          TEXT    NOT NULL DEFAULT 'offered',
    challenger     TEXT    NOT NULL DEFAULT '',
    opponent       TEXT    NOT NULL DEFAULT '',
    opponent_level INTEGER NOT NULL DEFAULT 0,
    wish           INTEGER NOT NULL DEFAULT 0,
    red            TEXT    NOT NULL DEFAULT '',
    red_level      INTEGER NOT NULL DEFAULT 0,
    black          TEXT    NOT NULL DEFAULT '',
    black_level    INTEGER NOT NULL DEFAULT 0,
    rated          BOOLEAN NOT NULL DEFAULT FALSE,
    rules          TEXT    NOT NULL DEFAULT '',
    created        BIGINT  NOT NULL DEFAULT 0,
    updated        BIGINT  NOT NULL DEFAULT 0,
    expires        BIGINT  NOT NULL DEFAULT 0,
    start          TEXT    NOT NULL DEFAULT '', -- FEN; empty: the usual start
    moves          TEXT    NOT NULL DEFAULT '', -- h2e2h9g7…: four letters a move
    times          TEXT    NOT NULL DEFAULT '', -- of each move after the one before, the first after created
    draw_offer     TEXT    NOT NULL DEFAULT '', -- '', 'red', 'black'
    takeback       TEXT    NOT NULL DEFAULT '', -- likewise
    takeback_plies INTEGER NOT NULL DEFAULT 0,
    red_no_draw    INTEGER NOT NULL DEFAULT 0,
    black_no_draw  INTEGER NOT NULL DEFAULT 0,
    outcome        TEXT    NOT NULL DEFAULT '',
    ending         TEXT    NOT NULL DEFAULT '',
    rule           TEXT    NOT NULL DEFAULT '',
    ratings        TEXT    NOT NULL DEFAULT '', -- JSON: what the result did; empty: nothing
    revision       INTEGER NOT NULL DEFAULT 0,
    last           TEXT    NOT NULL DEFAULT '', -- JSON: the latest event
    conditions     TEXT    NOT NULL DEFAULT '', -- JSON, like the next ones
    clock          TEXT    NOT NULL DEFAULT '',
    plans          TEXT    NOT NULL DEFAULT '',
    vote           TEXT    NOT NULL DEFAULT '',
    hints          TEXT    NOT NULL DEFAULT '',
    questions      TEXT    NOT NULL DEFAULT '',
    next_job       BIGINT  NOT NULL DEFAULT 0,  -- the job of what happens next to the game, which an act replaces
    simul          BIGINT  NOT NULL DEFAULT 0,
    tournament     BIGINT  NOT NULL DEFAULT 0,
    round          INTEGER NOT NULL DEFAULT 0,
    board          INTEGER NOT NULL DEFAULT 0,
    follows        BIGINT  NOT NULL DEFAULT 0   -- the game of which it is the rematch
);
CREATE INDEX games_begun ON games (challenger, id);
CREATE INDEX games_channel ON games (channel, id);
CREATE INDEX games_home ON games (home, id) WHERE home <> '';
CREATE INDEX games_open ON games (channel, id) WHERE state IN ('offered', 'active');
CREATE INDEX games_of_guild ON games (guild, id) WHERE state = 'finished';
CREATE INDEX games_rated ON games (guild, id) WHERE state = 'active' AND rated;
CREATE INDEX games_follows ON games (follows, id) WHERE follows <> 0;
CREATE INDEX games_simul ON games (simul, id) WHERE simul <> 0;
CREATE INDEX games_unaccepted ON games (updated) WHERE state IN ('declined', 'cancelled', 'lapsed');
CREATE UNIQUE INDEX games_fixture ON games (tournament, round, board) WHERE tournament <> 0;

CREATE TABLE participants (
    person TEXT    NOT NULL,
    game   BIGINT  NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    open   BOOLEAN NOT NULL,
    PRIMARY KEY (person, game)
) {keyed};
CREATE INDEX participants_game ON participants (game);
CREATE INDEX participants_open ON participants (person, game) WHERE open;

-- What channels have been shown of a game.
CREATE TABLE boards (
    game          {key} REFERENCES games (id) ON DELETE CASCADE,
    announced     INTEGER NOT NULL DEFAULT 0,     -- up to this revision
    message       TEXT    NOT NULL DEFAULT '',    -- shows the board last
    thread_wanted BOOLEAN NOT NULL DEFAULT FALSE, -- to be opened when the game has begun
    starter       TEXT    NOT NULL DEFAULT '',    -- the message on which the thread hangs
    gone          BOOLEAN NOT NULL DEFAULT FALSE, -- the channel: people get direct messages
    why           TEXT    NOT NULL DEFAULT '',    -- what the next board has to explain about its place
    asked         TEXT    NOT NULL DEFAULT '',    -- JSON: the message with the buttons of the challenge
    direct        TEXT    NOT NULL DEFAULT ''     -- JSON: the newest board of each person, by direct message
);

-- Who was told to wait for an answer.
CREATE TABLE answerings (
    interaction TEXT    NOT NULL PRIMARY KEY,
    token       TEXT    NOT NULL,
    channel     TEXT    NOT NULL,
    locale      TEXT    NOT NULL,
    at          BIGINT  NOT NULL,
    game        BIGINT  NOT NULL,            -- 0: none
    revision    INTEGER NOT NULL,
    process     TEXT    NOT NULL DEFAULT '', -- which is going to answer
    waiting     BIGINT  NOT NULL DEFAULT 0
) {keyed};
CREATE INDEX answerings_at ON answerings (at);
CREATE INDEX answerings_game ON answerings (game, at);

-- Private messages that show a game.
CREATE TABLE panels (
    game     BIGINT  NOT NULL,
    person   TEXT    NOT NULL,
    asks     BOOLEAN NOT NULL,
    token    TEXT    NOT NULL,
    message  TEXT    NOT NULL,
    locale   TEXT    NOT NULL,
    revision INTEGER NOT NULL, -- of the game that it shows
    at       BIGINT  NOT NULL,
    PRIMARY KEY (game, person, asks)
) {keyed};
CREATE INDEX panels_at ON panels (at);
CREATE INDEX panels_person ON panels (person);

CREATE TABLE asked_positions (
    game   BIGINT  NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person TEXT    NOT NULL,
    guild  TEXT    NOT NULL,
    first  BIGINT  NOT NULL,
    last   BIGINT  NOT NULL,
    ply    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, person)
) {keyed};
CREATE INDEX asked_positions_guild ON asked_positions (guild, last);
CREATE INDEX asked_positions_person ON asked_positions (person);

-- What was done and must not be done again.
CREATE TABLE idempotency_keys (
    id TEXT   NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
) {keyed};
CREATE INDEX idempotency_keys_at ON idempotency_keys (at);

CREATE TABLE once (
    id      TEXT   NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL,
    about   TEXT   NOT NULL DEFAULT '', -- the person
    expires BIGINT NOT NULL DEFAULT 0   -- 0: never
) {keyed};
CREATE INDEX once_about ON once (about);
CREATE INDEX once_expires ON once (expires) WHERE expires > 0;

-- The latest moment at which the bot is known to have run.
CREATE TABLE beat (
    at BIGINT NOT NULL
);

-- People and servers

CREATE TABLE players (
    person TEXT NOT NULL PRIMARY KEY,
    name   TEXT NOT NULL DEFAULT '',
    locale TEXT NOT NULL DEFAULT ''
) {keyed};

CREATE TABLE settings (
    person TEXT NOT NULL PRIMARY KEY,
    data   TEXT NOT NULL -- JSON
) {keyed};

CREATE TABLE servers (
    guild    TEXT   NOT NULL PRIMARY KEY,
    data     TEXT   NOT NULL,          -- JSON
    departed BIGINT NOT NULL DEFAULT 0 -- when the bot left the server; 0: it is there
) {keyed};

-- The people and servers that the operator has blocked.
CREATE TABLE operator_blocks (
    id TEXT   NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
) {keyed};

CREATE TABLE blocks (
    person  TEXT    NOT NULL,
    blocked TEXT    NOT NULL,
    place   INTEGER NOT NULL, -- in the list, from 0
    PRIMARY KEY (person, blocked)
) {keyed};
CREATE INDEX blocks_blocked ON blocks (blocked);

CREATE TABLE vacations (
    person TEXT NOT NULL,
    guild  TEXT NOT NULL, -- empty: direct messages
    data   TEXT NOT NULL, -- JSON
    PRIMARY KEY (person, guild)
) {keyed};

-- Results and ratings

CREATE TABLE ratings (
    person   TEXT             NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    class    TEXT             NOT NULL, -- 'live', 'correspondence'
    rating   DOUBLE PRECISION NOT NULL,
    rd       DOUBLE PRECISION NOT NULL,
    vol      DOUBLE PRECISION NOT NULL,
    rated_at BIGINT           NOT NULL,
    games    INTEGER          NOT NULL,
    wins     INTEGER          NOT NULL,
    draws    INTEGER          NOT NULL,
    losses   INTEGER          NOT NULL,
    PRIMARY KEY (person, class)
) {keyed};

-- A row for each person of a game.
CREATE TABLE results (
    person         TEXT             NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    seq            BIGINT           NOT NULL, -- the order in which games ended, one number a game
    game           BIGINT           NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    at             BIGINT           NOT NULL,
    guild          TEXT             NOT NULL,
    season         INTEGER          NOT NULL, -- the guild's season to which it counts; 0: none
    class          TEXT             NOT NULL, -- of the clock: 'untimed', 'live', 'correspondence'
    color          TEXT             NOT NULL,
    opponent       TEXT             NOT NULL,
    opponent_level INTEGER          NOT NULL,
    score          DOUBLE PRECISION NOT NULL,
    plies          INTEGER          NOT NULL,
    opening        TEXT             NOT NULL, -- the first eight moves; empty if the game had a start of its own
    rated          TEXT             NOT NULL, -- the class whose ratings it changed; empty: none
    before_rating  DOUBLE PRECISION NOT NULL,
    before_rd      DOUBLE PRECISION NOT NULL,
    before_vol     DOUBLE PRECISION NOT NULL,
    after_rating   DOUBLE PRECISION NOT NULL,
    after_rd       DOUBLE PRECISION NOT NULL,
    after_vol      DOUBLE PRECISION NOT NULL,
    against_rating DOUBLE PRECISION NOT NULL, -- the opponent's, before the game
    against_rd     DOUBLE PRECISION NOT NULL,
    against_vol    DOUBLE PRECISION NOT NULL,
    partner        TEXT             NOT NULL DEFAULT '',
    met            INTEGER          NOT NULL DEFAULT -1, -- how often the two had met before
    PRIMARY KEY (person, seq)
) {keyed};
CREATE INDEX results_at ON results (at);
CREATE INDEX results_game ON results (game);
CREATE INDEX results_guild ON results (guild, at) WHERE rated <> '';
CREATE INDEX results_opponent ON results (opponent, person, seq);
CREATE INDEX results_partner ON results (guild, at) WHERE partner <> '';
CREATE INDEX results_rated ON results (person, rated, seq) WHERE rated <> '';
CREATE INDEX results_seq ON results (seq);

CREATE TABLE latest_result (
    seq BIGINT NOT NULL
);
INSERT INTO latest_result VALUES (0);

CREATE TABLE standings (
    guild       TEXT             NOT NULL,
    class       TEXT             NOT NULL,
    period      TEXT             NOT NULL, -- 'all', 'week 2026-11-16', 'month 2026-11', 'season 3'
    person      TEXT             NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    shown       BOOLEAN          NOT NULL, -- on this leaderboard
    provisional BOOLEAN          NOT NULL,
    value       DOUBLE PRECISION NOT NULL, -- the rating in the period 'all', otherwise the points won
    gain        DOUBLE PRECISION NOT NULL DEFAULT 0,
    games       INTEGER          NOT NULL,
    wins        INTEGER          NOT NULL,
    draws       INTEGER          NOT NULL,
    losses      INTEGER          NOT NULL,
    last        BIGINT           NOT NULL, -- when the last of these games ended
    ends        BIGINT           NOT NULL, -- the row may go after this; 0: it is kept
    PRIMARY KEY (guild, class, period, person)
) {keyed};
CREATE INDEX standings_board ON standings (guild, class, period, provisional, value DESC, person, last) WHERE shown;
CREATE INDEX standings_ends ON standings (ends) WHERE ends > 0;
CREATE INDEX standings_person ON standings (person, period, class);

CREATE TABLE seasons (
    guild   TEXT    NOT NULL,
    number  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    started BIGINT  NOT NULL,
    closed  BIGINT  NOT NULL, -- 0: it is being played
    PRIMARY KEY (guild, number)
) {keyed};
CREATE UNIQUE INDEX seasons_running ON seasons (guild) WHERE closed = 0;

CREATE TABLE season_tables (
    guild  TEXT             NOT NULL,
    number INTEGER          NOT NULL,
    place  INTEGER          NOT NULL,
    person TEXT             NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    points DOUBLE PRECISION NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    rd     DOUBLE PRECISION NOT NULL,
    games  INTEGER          NOT NULL,
    wins   INTEGER          NOT NULL,
    draws  INTEGER          NOT NULL,
    losses INTEGER          NOT NULL,
    PRIMARY KEY (guild, number, place),
    FOREIGN KEY (guild, number) REFERENCES seasons (guild, number) ON DELETE CASCADE
) {keyed};
CREATE INDEX season_tables_person ON season_tables (person);

-- Tournaments and simultaneous exhibitions

CREATE TABLE tournaments (
    id    {id},
    guild TEXT NOT NULL,
    data  TEXT NOT NULL -- JSON
);
CREATE INDEX tournaments_guild ON tournaments (guild, id);

CREATE TABLE tournament_people (
    person     TEXT   NOT NULL,
    tournament BIGINT NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    PRIMARY KEY (person, tournament)
) {keyed};
CREATE INDEX tournament_people_tournament ON tournament_people (tournament);

CREATE TABLE simuls (
    id   {key},
    host TEXT NOT NULL,
    data TEXT NOT NULL -- JSON
);
CREATE INDEX simuls_host ON simuls (host);

-- Records and reviews

CREATE TABLE records (
    id      {id},
    owner   TEXT    NOT NULL,
    guild   TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    at      BIGINT  NOT NULL,
    caption TEXT    NOT NULL DEFAULT '',
    file    {bytes} NOT NULL -- PGN in UTF-8; a broken record as it came
);
CREATE INDEX records_owner ON records (owner, id);

CREATE TABLE reviews (
    game   BIGINT NOT NULL, -- 0: a record
    record BIGINT NOT NULL, -- 0: a game
    asker  TEXT   NOT NULL, -- who asked for it first; empty if that person was deleted
    guild  TEXT   NOT NULL,
    asked  BIGINT NOT NULL,
    done   BIGINT NOT NULL, -- 0: it is under way
    data   TEXT   NOT NULL, -- JSON: the study
    PRIMARY KEY (game, record)
) {keyed};
CREATE INDEX reviews_asked ON reviews (asked) WHERE done > 0;
CREATE INDEX reviews_asker ON reviews (asker, asked);
CREATE INDEX reviews_record ON reviews (record) WHERE record > 0;
CREATE INDEX reviews_under_way ON reviews (guild) WHERE done = 0;

CREATE TABLE review_waits (
    interaction TEXT    NOT NULL PRIMARY KEY,
    game        BIGINT  NOT NULL,
    record      BIGINT  NOT NULL,
    person      TEXT    NOT NULL,
    guild       TEXT    NOT NULL,
    locale      TEXT    NOT NULL,
    black       BOOLEAN NOT NULL, -- Black is at the bottom of their pictures
    token       TEXT    NOT NULL,
    message     TEXT    NOT NULL,
    at          BIGINT  NOT NULL
) {keyed};
CREATE INDEX review_waits_at ON review_waits (at);
CREATE INDEX review_waits_of ON review_waits (game, record);
CREATE INDEX review_waits_person ON review_waits (person);

CREATE TABLE mistakes (
    person TEXT    NOT NULL,
    game   BIGINT  NOT NULL,
    ply    INTEGER NOT NULL, -- of the move
    step   INTEGER NOT NULL, -- how often in a row it was found at the first try
    due    BIGINT  NOT NULL, -- when it is asked again
    PRIMARY KEY (person, game, ply)
) {keyed};

-- Lessons and puzzles

CREATE TABLE lessons (
    person TEXT   NOT NULL,
    lesson TEXT   NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (person, lesson)
) {keyed};

CREATE TABLE puzzle_solvers (
    person    TEXT             NOT NULL PRIMARY KEY,
    rating    DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    vol       DOUBLE PRECISION NOT NULL,
    tried     BIGINT           NOT NULL,
    solved    BIGINT           NOT NULL,
    at        BIGINT           NOT NULL
) {keyed};
CREATE INDEX puzzle_solvers_at ON puzzle_solvers (at);
CREATE INDEX puzzle_solvers_rating ON puzzle_solvers (rating DESC, person);

CREATE TABLE puzzle_ratings (
    puzzle    TEXT             NOT NULL PRIMARY KEY,
    rating    DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    vol       DOUBLE PRECISION NOT NULL
) {keyed};

CREATE TABLE puzzle_tries (
    person TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    guild  TEXT    NOT NULL, -- where; empty: direct messages
    solved BOOLEAN NOT NULL,
    at     BIGINT  NOT NULL,
    PRIMARY KEY (person, puzzle)
) {keyed};
CREATE INDEX puzzle_tries_guild ON puzzle_tries (guild, person);

CREATE TABLE puzzle_views (
    person TEXT   NOT NULL, -- empty: it was shown to a channel
    puzzle TEXT   NOT NULL,
    guild  TEXT   NOT NULL, -- where; empty: direct messages
    at     BIGINT NOT NULL, -- when it was shown last
    closed BIGINT NOT NULL, -- when it was tried or given up last; 0: never
    PRIMARY KEY (person, puzzle)
) {keyed};

CREATE TABLE puzzles_found (
    guild  TEXT   NOT NULL,
    puzzle TEXT   NOT NULL, -- its name
    game   BIGINT NOT NULL,
    at     BIGINT NOT NULL, -- when it was found
    data   TEXT   NOT NULL, -- a file of one puzzle as package puzzle writes it, in base64
    PRIMARY KEY (guild, puzzle)
) {keyed};
CREATE INDEX puzzles_found_latest ON puzzles_found (guild, at DESC, puzzle);

CREATE TABLE puzzle_days (
    day    {key}, -- its number
    puzzle TEXT NOT NULL
);
CREATE INDEX puzzle_days_puzzle ON puzzle_days (puzzle, day);

CREATE TABLE puzzle_day_tries (
    person TEXT    NOT NULL,
    day    BIGINT  NOT NULL, -- whose puzzle it was
    guild  TEXT    NOT NULL, -- where; empty: direct messages
    solved BOOLEAN NOT NULL,
    at     BIGINT  NOT NULL,
    made   BIGINT  NOT NULL, -- the day on which it was made, where it was made
    PRIMARY KEY (person, day)
) {keyed};
CREATE INDEX puzzle_day_tries_guild ON puzzle_day_tries (guild, day, at);

-- Where the puzzle of the day is posted.
CREATE TABLE puzzle_posts (
    guild   TEXT    NOT NULL PRIMARY KEY,
    channel TEXT    NOT NULL,
    hour    INTEGER NOT NULL, -- of the day, from 0 to 23
    zone    TEXT    NOT NULL, -- time zone as the IANA names it; empty: UTC
    next    BIGINT  NOT NULL  -- when the next one is due
) {keyed};

CREATE TABLE puzzle_runs (
    person TEXT   NOT NULL PRIMARY KEY,
    guild  TEXT   NOT NULL, -- where the best run was made
    best   BIGINT NOT NULL, -- how many were solved in it
    at     BIGINT NOT NULL, -- when
    run    TEXT   NOT NULL  -- JSON: the present one
) {keyed};
CREATE INDEX puzzle_runs_best ON puzzle_runs (guild, best DESC, at);

CREATE TABLE puzzle_races (
    id      {id},
    guild   TEXT   NOT NULL,
    channel TEXT   NOT NULL,
    starter TEXT   NOT NULL, -- empty if that person was deleted
    goal    BIGINT NOT NULL, -- points
    puzzle  TEXT   NOT NULL, -- the one to be solved; empty: the race is over
    round   BIGINT NOT NULL,
    seen    TEXT   NOT NULL, -- JSON: all its puzzles
    at      BIGINT NOT NULL  -- when the round began
);
CREATE INDEX puzzle_races_open ON puzzle_races (at) WHERE puzzle <> '';
CREATE INDEX puzzle_races_starter ON puzzle_races (starter);

CREATE TABLE puzzle_racers (
    race   BIGINT NOT NULL REFERENCES puzzle_races (id) ON DELETE CASCADE,
    person TEXT   NOT NULL,
    points BIGINT NOT NULL,
    shut   BIGINT NOT NULL, -- the latest round in which they made a wrong move
    PRIMARY KEY (race, person)
) {keyed};
CREATE INDEX puzzle_racers_person ON puzzle_racers (person);

-- Processes that share the database. Their times are by the clock of the database.

CREATE TABLE processes (
    id      TEXT    NOT NULL PRIMARY KEY,
    gateway INTEGER NOT NULL, -- 1: holds shards
    works   BOOLEAN NOT NULL DEFAULT FALSE, -- has a part in the jobs of channels
    seen    BIGINT  NOT NULL
) {keyed};

CREATE TABLE shards (
    shard   INTEGER NOT NULL PRIMARY KEY,
    process TEXT    NOT NULL, -- empty: nobody
    session TEXT    NOT NULL, -- empty: none to be resumed
    url     TEXT    NOT NULL,
    seq     BIGINT  NOT NULL
);

CREATE TABLE identifies (
    shards INTEGER NOT NULL PRIMARY KEY,
    at     BIGINT  NOT NULL
);
