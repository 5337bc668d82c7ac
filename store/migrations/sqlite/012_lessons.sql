-- What people have done of the course for beginners.
CREATE TABLE lessons (
    person TEXT    NOT NULL,
    lesson TEXT    NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds
    PRIMARY KEY (person, lesson)
) WITHOUT ROWID;
