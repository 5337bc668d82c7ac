package main

import (
	"context"
	"fmt"
	"io"

	"xiangqibot/store"
	"xiangqibot/store/database"
)

// copyDatabase copies one database to another and says what has come.
func copyDatabase(ctx context.Context, from, to string, stdout io.Writer) error {
	log := defaultConfig().Log
	log.Level = "warn"
	copied, err := store.Copy(ctx, from, to, store.Options{Log: log.logger()})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdout, "The database is copied to %s, and all are equal (rows: %d, tables: %d, jobs: %d).\n"+
		"Set \"database: %[1]s\" in the configuration and start the bot.\n",
		database.RedactSource(to), copied.Rows, copied.Tables, copied.Jobs)
	return err
}
