package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"os"
	"slices"
	"strings"

	"xiangqibot/store/database"
)

func checkCommand(flags *flag.FlagSet) action {
	path := configFlag(flags)
	online := flags.Bool("online", false, "also ask Discord about the bot and what it lacks")
	return func(ctx context.Context, _ []string, stdout io.Writer) error {
		c, err := loadConfig(*path, defaultConfig())
		if err != nil {
			return err
		}
		return check(ctx, *path, c, *online, stdout)
	}
}

// check reports whether the bot would start with a configuration that has been read from path. It starts an outside
// engine, reads the database, and changes nothing. With online it also asks Discord about the bot, and fails if
// something is missing there.
func check(ctx context.Context, path string, c config, online bool, stdout io.Writer) error {
	found, err := database.Check(ctx, c.Database)
	if err != nil {
		return misplaced(path, "database", err)
	}
	if err := folder(c.Engine.Endgame); err != nil {
		return misplaced(path, "engine.endgame", err)
	}
	if err := writableFolder(c.Backup.Folder); err != nil {
		return misplaced(path, "backup.folder", err)
	}
	if c.Outside.Path != "" {
		if err := c.Outside.try(ctx); err != nil {
			return misplaced(path, "outside_engine.path",
				fmt.Errorf("the outside engine does not play: %w (see first_rank and options in config.example.yaml)", err))
		}
	}
	state := fmt.Sprintf("has tables of version %d, as this program requires", found.Version)
	switch {
	case found.New:
		state = "does not exist yet, or is empty; the first start creates it"
	case found.Version < database.LatestVersion():
		state = fmt.Sprintf("has tables of version %d; the start copies it and brings it to version %d",
			found.Version, database.LatestVersion())
	}
	lines := []string{"the configuration is valid", "the database " + database.RedactSource(c.Database) + " " + state}
	if env := environmentOf(os.Environ()); len(env) > 0 {
		lines = append(lines, "the environment sets "+strings.Join(slices.Sorted(maps.Keys(env)), ", "))
	}
	if c.Outside.Path != "" {
		lines = append(lines, "the outside engine plays")
	}
	if c.Backup.Folder != "" {
		lines = append(lines, "backups go to "+c.Backup.Folder)
	}
	lines = append(lines, c.addresses(ctx)...)
	if _, err = fmt.Fprintln(stdout, strings.Join(lines, "\n")); err != nil || !online {
		return err
	}
	token, err := c.Discord.token()
	if err != nil {
		return err
	}
	inspection, err := c.Discord.inspect(ctx, token)
	if err != nil {
		return err
	}
	if err := printInspection(inspection, stdout); err != nil || len(inspection.Problems) == 0 {
		return err
	}
	return fmt.Errorf("missing at Discord: %d, as listed above", len(inspection.Problems))
}

// addresses returns a line for each address at which the bot would listen, which says whether it is free. One that is
// not may be in use by the bot itself.
func (c config) addresses(ctx context.Context) (lines []string) {
	interactions := ""
	if c.Discord.Transport == overHTTP {
		interactions = c.HTTP.Address
	}
	for _, listen := range []struct{ key, address string }{
		{"metrics.address", c.Metrics.Address}, {"debug.address", onLoopback(c.Debug.Address)},
		{"web.address", c.Web.Address}, {"http.address", interactions},
	} {
		if listen.address == "" {
			continue
		}
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", listen.address)
		if err != nil {
			lines = append(lines, fmt.Sprintf("%s is not free now, perhaps because the bot is running: %v", listen.key, err))
			continue
		}
		_ = listener.Close() // it was free
		lines = append(lines, listen.key+" is free")
	}
	return lines
}

// writableFolder refuses a path at which there cannot be a folder with new files.
func writableFolder(path string) error {
	if err := folder(path); path == "" || err != nil {
		return err
	}
	file, err := os.CreateTemp(path, "check-*")
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the bot makes it
	}
	if err != nil {
		return fmt.Errorf("no file can be made in the folder: %w", err)
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// misplaced returns the error of a key whose database, folder or program cannot be used, with the line of the key in
// the file at path. An empty path means no file.
func misplaced(path, key string, err error) error {
	var text []byte
	if path != "" {
		var reading error
		if text, reading = os.ReadFile(path); reading != nil { //nolint:gosec // whoever runs the program names the file
			return errors.Join(err, reading)
		}
	}
	return fault{key, err.Error()}.in(path, text, environmentOf(os.Environ()))
}

// folder refuses a path that cannot be a folder. No path, and one that does not exist yet, are fine.
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
