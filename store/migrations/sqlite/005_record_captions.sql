-- What a list says of a record without reading its file.
ALTER TABLE records ADD COLUMN caption TEXT NOT NULL DEFAULT ''; -- JSON; empty: brought before captions were kept
