-- River's migrations from version 7 on make the table of jobs anew, without the index of migration 23.
CREATE INDEX IF NOT EXISTS river_job_due ON river_job (scheduled_at) WHERE state IN ('retryable', 'scheduled');
