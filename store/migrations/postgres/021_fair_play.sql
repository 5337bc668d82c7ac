-- Managers are shown the pairs whose rated games look farmed.
CREATE INDEX results_guild ON results (guild, at) WHERE rated <> '';
