package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"xiangqibot/store/database"
)

// check reports whether the bot would start with a configuration that has been read from path. It starts an outside
// engine and reads the database, and changes nothing.
func check(ctx context.Context, path string, c config, stdout io.Writer) error {
	found, err := database.Check(ctx, c.Database)
	if err != nil {
		return misplaced(path, "database", err)
	}
	if err := folder(c.Engine.Endgame); err != nil {
		return misplaced(path, "engine.endgame", err)
	}
	if err := folder(c.Backup.Folder); err != nil {
		return misplaced(path, "backup.folder", err)
	}
	if c.Outside.Path != "" {
		if err := c.Outside.try(ctx); err != nil {
			return misplaced(path, "outside_engine.path",
				fmt.Errorf("the outside engine does not play: %w (config.example.yaml tells of first_rank and options)", err))
		}
	}
	state := fmt.Sprintf("has tables of version %d, as this program wants them", found.Version)
	switch {
	case found.New:
		state = "does not exist yet, or is empty; the first start creates it"
	case found.Version < found.Latest:
		state = fmt.Sprintf("has tables of version %d; the start copies it and brings it to version %d", found.Version, found.Latest)
	}
	if env := environmentOf(os.Environ()); len(env) > 0 {
		state += "\nthe environment sets " + strings.Join(slices.Sorted(maps.Keys(env)), ", ")
	}
	_, err = fmt.Fprintf(stdout, "the configuration is valid\nthe database %s %s\n", database.RedactSource(c.Database), state)
	return err
}

// misplaced is an error that is found only when the file or address that a key names is accessed.
func misplaced(path, key string, err error) error {
	if _, set := environmentOf(os.Environ())[key]; set {
		return &configError{file: variableOf(key), problem: err.Error()}
	}
	if path == "" {
		return &configError{file: "the default of " + key, problem: err.Error()}
	}
	text, reading := os.ReadFile(path) //nolint:gosec // whoever runs the program names the file
	if reading != nil {
		return errors.Join(err, reading)
	}
	return &configError{path, lineOf(text, key), key + ": " + err.Error()}
}

// folder refuses a path at which no folder can be. None at all, and one that is not there yet, are fine.
func folder(path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%q is not a folder", path)
	}
	return nil
}
