-- River looks every few seconds for the jobs whose time has come, by state and time but not by queue; its own index would
-- have it walk through all that wait, which are some twenty for each correspondence game.
CREATE INDEX river_job_due ON river_job (scheduled_at) WHERE state IN ('retryable', 'scheduled');
