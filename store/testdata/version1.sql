-- A database as the first version of the tables left it: what sqlite3's .dump tells of it. In it are a rated game that Black won by mate,
-- a game between two people with a draw on offer, one against the bot with a thought owed, and a challenge that has not been answered.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES(1);
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
INSERT INTO games VALUES(1,'9','1','finished','1001','1002',0,1,'1001',0,'1002',0,1,'asian',1795262400000,1795262400000,1795348800000,'','i0i1b7e7g0e2e7e3i1e1h7h0','0 0 0 0 0 0','','',0,0,0,'black wins','rules','checkmate','{"before":[[1500,350,0.06],[1500,350,0.06]],"after":[[1337.7879985296545,290.23050778223865,0.05999967537233814],[1662.2120014703455,290.23050778223865,0.05999967537233814]]}',8,'{"Kind":"ended","By":1,"Ply":6,"Plies":0,"Move":966}',0,'');
INSERT INTO games VALUES(2,'9','1','active','1001','1002',0,1,'1001',0,'1002',0,0,'asian',1795262400000,1795262400000,1795348800000,'','h2e2h9g7h0g2','0 0 0','red','',0,0,0,'ongoing','none','none','',6,'{"Kind":"draw-offered","By":0,"Ply":3,"Plies":0,"Move":0}',0,'');
INSERT INTO games VALUES(3,'9','1','active','1001','',3,1,'1001',0,'',3,0,'asian',1795262400000,1795262400000,0,'','h2e2','0','','',0,0,0,'ongoing','none','none','',2,'{"Kind":"moved","By":0,"Ply":1,"Plies":0,"Move":2841}',0,'');
INSERT INTO games VALUES(4,'9','1','offered','1003','1001',0,0,'',0,'',0,0,'asian',1795262400000,1795262400000,1795348800000,'','','','','',0,0,0,'ongoing','none','none','',1,'{"Kind":"challenged","By":0,"Ply":0,"Plies":0,"Move":0}',0,'');
CREATE TABLE participants (
    person TEXT    NOT NULL,
    game   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    open   INTEGER NOT NULL,
    PRIMARY KEY (person, game)
) WITHOUT ROWID;
INSERT INTO participants VALUES('1001',1,0);
INSERT INTO participants VALUES('1001',2,1);
INSERT INTO participants VALUES('1001',3,1);
INSERT INTO participants VALUES('1001',4,1);
INSERT INTO participants VALUES('1002',1,0);
INSERT INTO participants VALUES('1002',2,1);
INSERT INTO participants VALUES('1003',4,1);
CREATE TABLE players (
    person   TEXT PRIMARY KEY,
    name     TEXT    NOT NULL DEFAULT '',
    locale   TEXT    NOT NULL DEFAULT '',
    rating   REAL    NOT NULL,
    rd       REAL    NOT NULL,
    vol      REAL    NOT NULL,
    rated_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
INSERT INTO players VALUES('1001','Alice','vi',1337.7879985296544873,290.23050778223864654,0.059999675372338141798,1795262400000);
INSERT INTO players VALUES('1002','Bob','vi',1662.2120014703455126,290.23050778223864654,0.059999675372338141798,1795262400000);
INSERT INTO players VALUES('1003','Carol','vi',1500.0,350.0,0.059999999999999997779,0);
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
INSERT INTO standings VALUES('','1001',1337.7879985296544873,1,0,0,1);
INSERT INTO standings VALUES('','1002',1662.2120014703455126,1,1,0,0);
INSERT INTO standings VALUES('9','1001',1337.7879985296544873,1,0,0,1);
INSERT INTO standings VALUES('9','1002',1662.2120014703455126,1,1,0,0);
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
INSERT INTO rating_changes VALUES('1001',1795262400000,1,0.0,1500.0,350.0,0.059999999999999997779,1337.7879985296544873,290.23050778223864654,0.059999675372338141798);
INSERT INTO rating_changes VALUES('1002',1795262400000,1,1.0,1500.0,350.0,0.059999999999999997779,1662.2120014703455126,290.23050778223864654,0.059999675372338141798);
CREATE TABLE settings (
    person TEXT PRIMARY KEY,
    data   TEXT NOT NULL -- JSON
) WITHOUT ROWID;
INSERT INTO settings VALUES('1001','{"locale":"vi","notation":"wxf","orientation":"red"}');
CREATE TABLE due (
    id   INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT    NOT NULL,
    args TEXT    NOT NULL -- JSON
);
INSERT INTO due VALUES(2,1795262415000,1,'announce','{"game":1,"revision":1}');
INSERT INTO due VALUES(3,1795262415000,1,'announce','{"game":1,"revision":2}');
INSERT INTO due VALUES(4,1795262415000,1,'announce','{"game":1,"revision":3}');
INSERT INTO due VALUES(5,1795262415000,1,'announce','{"game":1,"revision":4}');
INSERT INTO due VALUES(6,1795262415000,1,'announce','{"game":1,"revision":5}');
INSERT INTO due VALUES(7,1795262415000,1,'announce','{"game":1,"revision":6}');
INSERT INTO due VALUES(8,1795262415000,1,'announce','{"game":1,"revision":7}');
INSERT INTO due VALUES(9,1795262415000,1,'announce','{"game":1,"revision":8}');
INSERT INTO due VALUES(11,1795262415000,2,'announce','{"game":2,"revision":1}');
INSERT INTO due VALUES(12,1795262415000,2,'announce','{"game":2,"revision":2}');
INSERT INTO due VALUES(13,1795262415000,2,'announce','{"game":2,"revision":3}');
INSERT INTO due VALUES(14,1795262415000,2,'announce','{"game":2,"revision":4}');
INSERT INTO due VALUES(15,1795262415000,2,'announce','{"game":2,"revision":5}');
INSERT INTO due VALUES(16,1795262415000,2,'announce','{"game":2,"revision":6}');
INSERT INTO due VALUES(17,1795262415000,3,'announce','{"game":3,"revision":1}');
INSERT INTO due VALUES(18,1795262415000,3,'announce','{"game":3,"revision":2}');
INSERT INTO due VALUES(19,1795348800000,4,'lapse','{"game":4}');
INSERT INTO due VALUES(20,1795262415000,4,'announce','{"game":4,"revision":1}');
CREATE TABLE claims (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO claims VALUES('c1',1795262400000);
INSERT INTO claims VALUES('c2',1795262400000);
CREATE TABLE once (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO once VALUES('welcome:9',1795262400000);
CREATE TABLE river_queue (
    name text PRIMARY KEY NOT NULL,
    created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    metadata blob NOT NULL DEFAULT (json('{}')),
    paused_at timestamp,
    updated_at timestamp NOT NULL
);
CREATE TABLE river_leader (
    elected_at timestamp NOT NULL,
    expires_at timestamp NOT NULL,
    leader_id text NOT NULL,
    name text PRIMARY KEY NOT NULL DEFAULT 'default' CHECK (name = 'default'),
    CONSTRAINT name_length CHECK (length(name) > 0 AND length(name) < 128),
    CONSTRAINT leader_id_length CHECK (length(leader_id) > 0 AND length(leader_id) < 128)
);
CREATE TABLE river_migration (
    line text NOT NULL,
    version integer NOT NULL,
    created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT line_length CHECK (length(line) > 0 AND length(line) < 128),
    CONSTRAINT version_gte_1 CHECK (version >= 1),
    PRIMARY KEY (line, version)
);
INSERT INTO river_migration VALUES('main',1,'2026-11-21 12:37:37');
INSERT INTO river_migration VALUES('main',2,'2026-11-21 12:37:37');
INSERT INTO river_migration VALUES('main',3,'2026-11-21 12:37:37');
INSERT INTO river_migration VALUES('main',4,'2026-11-21 12:37:37');
INSERT INTO river_migration VALUES('main',5,'2026-11-21 12:37:37');
INSERT INTO river_migration VALUES('main',6,'2026-11-21 12:37:37');
CREATE TABLE river_client (
    id text PRIMARY KEY NOT NULL,
    created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    metadata blob NOT NULL DEFAULT (json('{}')),
    paused_at timestamp,
    updated_at timestamp NOT NULL,
    CONSTRAINT name_length CHECK (length(id) > 0 AND length(id) < 128)
);
CREATE TABLE river_client_queue (
    river_client_id text NOT NULL REFERENCES river_client (id) ON DELETE CASCADE,
    name text NOT NULL,
    created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    max_workers integer NOT NULL DEFAULT 0,
    metadata blob NOT NULL DEFAULT (json('{}')),
    num_jobs_completed integer NOT NULL DEFAULT 0,
    num_jobs_running integer NOT NULL DEFAULT 0,
    updated_at timestamp NOT NULL,
    PRIMARY KEY (river_client_id, name),
    CONSTRAINT name_length CHECK (length(name) > 0 AND length(name) < 128),
    CONSTRAINT num_jobs_completed_zero_or_positive CHECK (num_jobs_completed >= 0),
    CONSTRAINT num_jobs_running_zero_or_positive CHECK (num_jobs_running >= 0)
);
CREATE TABLE river_job (
    id integer PRIMARY KEY, -- SQLite makes this autoincrementing automatically
    args blob NOT NULL DEFAULT '{}',
    attempt integer NOT NULL DEFAULT 0,
    attempted_at timestamp,
    attempted_by blob, -- json
    created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    errors blob, -- json
    finalized_at timestamp,
    kind text NOT NULL,
    max_attempts integer NOT NULL,
    metadata blob NOT NULL DEFAULT (json('{}')),
    priority integer NOT NULL DEFAULT 1,
    queue text NOT NULL DEFAULT 'default',
    state text NOT NULL DEFAULT 'available',
    scheduled_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    tags blob NOT NULL DEFAULT (json('[]')),
    unique_key blob,
    unique_states integer,
    CONSTRAINT finalized_or_finalized_at_null CHECK (
        (finalized_at IS NULL AND state NOT IN ('cancelled', 'completed', 'discarded')) OR
        (finalized_at IS NOT NULL AND state IN ('cancelled', 'completed', 'discarded'))
    ),
    CONSTRAINT priority_in_range CHECK (priority >= 1 AND priority <= 4),
    CONSTRAINT queue_length CHECK (length(queue) > 0 AND length(queue) < 128),
    CONSTRAINT kind_length CHECK (length(kind) > 0 AND length(kind) < 128),
    CONSTRAINT state_valid CHECK (state IN ('available', 'cancelled', 'completed', 'discarded', 'pending', 'retryable', 'running', 'scheduled'))
);
INSERT INTO river_job VALUES(1,X'7b2267616d65223a332c22706c79223a317d',0,NULL,NULL,'2026-11-21 12:37:37.462',NULL,NULL,'think',1000,'{"river:unique_nonce":"daa938cd79e4709c"}',1,'think','available','2026-11-21 12:37:37.462','[]',NULL,NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('games',4);
CREATE INDEX games_channel ON games (channel, id);
CREATE INDEX games_open ON games (channel, id) WHERE state IN ('offered', 'active');
CREATE INDEX participants_game ON participants (game);
CREATE INDEX participants_open ON participants (person, game) WHERE open = 1;
CREATE INDEX standings_person ON standings (person);
CREATE INDEX standings_rating ON standings (guild, rating DESC, person);
CREATE INDEX rating_changes_game ON rating_changes (game);
CREATE INDEX due_at ON due (at);
CREATE INDEX due_game ON due (game, kind);
CREATE INDEX claims_at ON claims (at);
CREATE INDEX river_job_kind ON river_job (kind);
CREATE INDEX river_job_state_and_finalized_at_index ON river_job (state, finalized_at) WHERE finalized_at IS NOT NULL;
CREATE INDEX river_job_prioritized_fetching_index ON river_job (state, queue, priority, scheduled_at, id);
CREATE UNIQUE INDEX river_job_unique_idx ON river_job (unique_key)
    WHERE unique_key IS NOT NULL
        AND unique_states IS NOT NULL
        AND CASE state
            WHEN 'available' THEN unique_states & (1 << 0)
            WHEN 'cancelled' THEN unique_states & (1 << 1)
            WHEN 'completed' THEN unique_states & (1 << 2)
            WHEN 'discarded' THEN unique_states & (1 << 3)
            WHEN 'pending'   THEN unique_states & (1 << 4)
            WHEN 'retryable' THEN unique_states & (1 << 5)
            WHEN 'running'   THEN unique_states & (1 << 6)
            WHEN 'scheduled' THEN unique_states & (1 << 7)
            ELSE 0
        END >= 1;
COMMIT;
