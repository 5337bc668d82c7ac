-- What people have done of the course for beginners.
CREATE TABLE lessons (
    person text   NOT NULL,
    lesson text   NOT NULL,
    at     bigint NOT NULL, -- Unix milliseconds
    PRIMARY KEY (person, lesson)
);
