-- Games by the clock, handicaps, threads.
ALTER TABLE games ADD COLUMN home       TEXT NOT NULL DEFAULT ''; -- the channel a game's thread belongs to
ALTER TABLE games ADD COLUMN conditions TEXT NOT NULL DEFAULT ''; -- JSON; what was agreed

-- Where games live.
ALTER TABLE games ADD COLUMN house TEXT NOT NULL DEFAULT ''; -- JSON; how the game came to its thread or channel
CREATE INDEX games_home ON games (home, id) WHERE home <> '';

-- Clocks.
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT ''; -- JSON; what the sides have left, and when the flag falls
ALTER TABLE games ADD COLUMN plans TEXT NOT NULL DEFAULT ''; -- JSON; conditional moves of Red, then of Black

-- Who is on vacation in which server, and how much of it he has had.
CREATE TABLE vacations (
    person TEXT NOT NULL,
    guild  TEXT NOT NULL, -- empty: direct messages
    data   TEXT NOT NULL, -- JSON
    PRIMARY KEY (person, guild)
) WITHOUT ROWID;

-- Jobs that are not due yet need not be about a game any more.
ALTER TABLE due RENAME TO due_of_games;
DROP INDEX due_at;
DROP INDEX due_game;
CREATE TABLE due (
    id   INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL,
    game INTEGER REFERENCES games (id) ON DELETE CASCADE, -- NULL: about none
    kind TEXT    NOT NULL,
    args TEXT    NOT NULL -- JSON
);
INSERT INTO due SELECT * FROM due_of_games;
DROP TABLE due_of_games;
CREATE INDEX due_at ON due (at);
CREATE INDEX due_game ON due (game, kind);

-- When the program was last known to be at work: one row.
CREATE TABLE beat (
    at INTEGER NOT NULL
);

-- Ratings, results and leaderboards.

-- How a player stands in each class of games. What there was before classes is correspondence.
CREATE TABLE ratings (
    person   TEXT    NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    class    TEXT    NOT NULL, -- 'live', 'correspondence'
    rating   REAL    NOT NULL,
    rd       REAL    NOT NULL,
    vol      REAL    NOT NULL,
    rated_at INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    wins     INTEGER NOT NULL,
    draws    INTEGER NOT NULL,
    losses   INTEGER NOT NULL,
    PRIMARY KEY (person, class)
) WITHOUT ROWID;
INSERT INTO ratings SELECT p.person, 'correspondence', p.rating, p.rd, p.vol, p.rated_at, s.games, s.wins, s.draws, s.losses
    FROM players p JOIN standings s ON s.guild = '' AND s.person = p.person;
DROP TABLE rating_changes;
DROP TABLE standings;
ALTER TABLE players DROP COLUMN rating;
ALTER TABLE players DROP COLUMN rd;
ALTER TABLE players DROP COLUMN vol;
ALTER TABLE players DROP COLUMN rated_at;

-- Finished games in which both sides have moved, a row for each person in them.
CREATE TABLE results (
    person         TEXT    NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    seq            INTEGER NOT NULL, -- the order in which games ended, one number a game
    game           INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    at             INTEGER NOT NULL,
    guild          TEXT    NOT NULL,
    season         INTEGER NOT NULL, -- the guild's season to which it counts; 0: none
    class          TEXT    NOT NULL, -- of the clock: 'untimed', 'live', 'correspondence'
    color          TEXT    NOT NULL,
    opponent       TEXT    NOT NULL,
    opponent_level INTEGER NOT NULL,
    score          REAL    NOT NULL,
    plies          INTEGER NOT NULL,
    opening        TEXT    NOT NULL, -- the first eight moves; empty where the game had a start of its own
    rated          TEXT    NOT NULL, -- the class whose ratings it moved; empty: none
    before_rating  REAL    NOT NULL,
    before_rd      REAL    NOT NULL,
    before_vol     REAL    NOT NULL,
    after_rating   REAL    NOT NULL,
    after_rd       REAL    NOT NULL,
    after_vol      REAL    NOT NULL,
    against_rating REAL    NOT NULL, -- the opponent's, before the game
    against_rd     REAL    NOT NULL,
    against_vol    REAL    NOT NULL,
    PRIMARY KEY (person, seq)
) WITHOUT ROWID;
CREATE INDEX results_game ON results (game);
CREATE INDEX results_seq ON results (seq);
CREATE INDEX results_rated ON results (person, rated, seq) WHERE rated <> '';
CREATE INDEX results_opponent ON results (opponent, person, seq);

INSERT INTO players (person) SELECT red FROM games WHERE red <> '' UNION SELECT black FROM games WHERE black <> '' ON CONFLICT DO NOTHING;
INSERT INTO results
WITH over AS (
    SELECT *, row_number() OVER (ORDER BY updated, id) AS seq, CASE ratings WHEN '' THEN '' ELSE 'correspondence' END AS moved,
        CASE start WHEN '' THEN substr(moves, 1, 32) ELSE '' END AS opening,
        CASE ratings WHEN '' THEN '{"before":[[0,0,0],[0,0,0]],"after":[[0,0,0],[0,0,0]]}' ELSE ratings END AS r
    FROM games WHERE state = 'finished' AND length(moves) >= 8
)
SELECT red, seq, id, updated, guild, 0, CASE moved WHEN '' THEN 'untimed' ELSE moved END, 'red', black, black_level,
    CASE outcome WHEN 'red wins' THEN 1 WHEN 'black wins' THEN 0 ELSE 0.5 END, length(moves) / 4, opening, moved,
    r ->> '$.before[0][0]', r ->> '$.before[0][1]', r ->> '$.before[0][2]', r ->> '$.after[0][0]', r ->> '$.after[0][1]', r ->> '$.after[0][2]',
    r ->> '$.before[1][0]', r ->> '$.before[1][1]', r ->> '$.before[1][2]'
FROM over WHERE red <> ''
UNION ALL
SELECT black, seq, id, updated, guild, 0, CASE moved WHEN '' THEN 'untimed' ELSE moved END, 'black', red, red_level,
    CASE outcome WHEN 'black wins' THEN 1 WHEN 'red wins' THEN 0 ELSE 0.5 END, length(moves) / 4, opening, moved,
    r ->> '$.before[1][0]', r ->> '$.before[1][1]', r ->> '$.before[1][2]', r ->> '$.after[1][0]', r ->> '$.after[1][1]', r ->> '$.after[1][2]',
    r ->> '$.before[0][0]', r ->> '$.before[0][1]', r ->> '$.before[0][2]'
FROM over WHERE black <> '';

-- The leaderboards: what rated games brought to a player, in each guild and, with guild '', everywhere; in each class and in 'all' of them;
-- in each period. Written with each result, so that a board is read from an index.
CREATE TABLE standings (
    guild       TEXT    NOT NULL,
    class       TEXT    NOT NULL,
    period      TEXT    NOT NULL, -- 'all', 'week 2026-11-16', 'month 2026-11', 'season 3'
    person      TEXT    NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    shown       INTEGER NOT NULL, -- 0: he wants to be off this board
    provisional INTEGER NOT NULL,
    value       REAL    NOT NULL, -- the rating in period 'all', otherwise the points won
    games       INTEGER NOT NULL,
    wins        INTEGER NOT NULL,
    draws       INTEGER NOT NULL,
    losses      INTEGER NOT NULL,
    last        INTEGER NOT NULL, -- when the last of these games ended
    ends        INTEGER NOT NULL, -- the row may go after this; 0: it is kept
    PRIMARY KEY (guild, class, period, person)
) WITHOUT ROWID;
CREATE INDEX standings_board ON standings (guild, class, period, provisional, value DESC, person, last) WHERE shown = 1;
CREATE INDEX standings_person ON standings (person, period, class);
CREATE INDEX standings_ends ON standings (ends) WHERE ends > 0;

INSERT INTO standings
WITH mine AS (
    SELECT r.person, r.at, r.score, r.after_rating - r.before_rating AS gain, p.rating, p.rd, r.guild, c.class
    FROM results r JOIN ratings p ON p.person = r.person AND p.class = r.rated
        JOIN (SELECT 'all' AS class UNION ALL SELECT 'correspondence') c
    WHERE r.rated <> ''
), placed AS (
    SELECT '' AS board, * FROM mine UNION ALL SELECT guild, * FROM mine WHERE guild <> ''
), dated AS (
    SELECT 'all' AS period, 0 AS ends, 1 AS ever, * FROM placed
    UNION ALL
    SELECT 'week ' || date(at / 1000, 'unixepoch', 'weekday 0', '-6 days'),
        1000 * unixepoch(at / 1000, 'unixepoch', 'weekday 0', '-6 days', 'start of day', '+14 days'), 0, * FROM placed
    UNION ALL
    SELECT 'month ' || strftime('%Y-%m', at / 1000, 'unixepoch'),
        1000 * unixepoch(at / 1000, 'unixepoch', 'start of month', '+2 months'), 0, * FROM placed
)
SELECT board, class, period, person, 1, rd > 110, CASE ever WHEN 1 THEN rating ELSE sum(gain) END, count(*),
    sum(score = 1), sum(score = 0.5), sum(score = 0), max(at), ends
FROM dated GROUP BY board, class, period, person;

-- Games in which people play a side together.
ALTER TABLE games ADD COLUMN vote TEXT NOT NULL DEFAULT ''; -- JSON; the teams and the votes of the turn, empty where each side is one player

-- Seasons of servers, and the final tables of those that are over.
CREATE TABLE seasons (
    guild   TEXT    NOT NULL,
    number  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    started INTEGER NOT NULL,
    closed  INTEGER NOT NULL, -- 0: it is being played
    PRIMARY KEY (guild, number)
) WITHOUT ROWID;
CREATE UNIQUE INDEX seasons_running ON seasons (guild) WHERE closed = 0;
CREATE TABLE season_tables (
    guild  TEXT    NOT NULL,
    number INTEGER NOT NULL,
    place  INTEGER NOT NULL,
    person TEXT    NOT NULL REFERENCES players (person) ON DELETE CASCADE,
    points REAL    NOT NULL,
    rating REAL    NOT NULL,
    rd     REAL    NOT NULL,
    games  INTEGER NOT NULL,
    wins   INTEGER NOT NULL,
    draws  INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    PRIMARY KEY (guild, number, place),
    FOREIGN KEY (guild, number) REFERENCES seasons (guild, number) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX season_tables_person ON season_tables (person);

-- Simultaneous displays.
ALTER TABLE games ADD COLUMN simul INTEGER NOT NULL DEFAULT 0; -- the display to which a game belongs
CREATE INDEX games_simul ON games (simul, id) WHERE simul <> 0;
