package story

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// withFiles uploads the files that a line names in its file options, and replaces the names by the ids.
func (a *actor) withFiles(line []string) ([]string, error) {
	options, err := a.fileOptions(line)
	if err != nil || len(options) == 0 {
		return line, err
	}
	line = slices.Clone(line)
	for i, word := range line {
		option, name, _ := strings.Cut(word, ":")
		if name == "" || !slices.Contains(options, option) {
			continue
		}
		id, err := a.upload(name)
		if err != nil {
			return nil, err
		}
		line[i] = option + ":" + string(id)
	}
	return line, nil
}

// fileOptions returns the names, in all languages, of the command's file options.
func (a *actor) fileOptions(line []string) ([]string, error) {
	var state struct{ Commands []wire.Command }
	if err := a.story.client.get("state?person="+string(a.id), &state); err != nil {
		return nil, err
	}
	calls := func(name string, localized map[string]string, word string) bool {
		if name == word {
			return true
		}
		for _, other := range localized {
			if other == word {
				return true
			}
		}
		return false
	}
	var options []wire.Option
	for _, c := range state.Commands {
		if calls(c.Name, c.NameLocalized, strings.TrimPrefix(line[0], "/")) {
			options = c.Options
		}
	}
	for _, word := range line[1:] {
		i := slices.IndexFunc(options, func(o wire.Option) bool {
			return (o.Type == wire.OptionSubcommand || o.Type == wire.OptionSubcommandGroup) && calls(o.Name, o.NameLocalized, word)
		})
		if i < 0 {
			break
		}
		options = options[i].Options
	}
	var names []string
	for _, o := range options {
		if o.Type != wire.OptionAttachment {
			continue
		}
		names = append(names, o.Name)
		for _, other := range o.NameLocalized {
			names = append(names, other)
		}
	}
	return names, nil
}

// upload uploads a file of the script, or of the folder [Options.Files], and returns its id.
func (a *actor) upload(name string) (wire.ID, error) {
	data, err := os.ReadFile(a.story.ts.MkAbs(name))
	if errors.Is(err, fs.ErrNotExist) && a.story.opt.Files != "" {
		data, err = os.ReadFile(filepath.Join(a.story.opt.Files, name)) //nolint:gosec // a test names the file
	}
	if err != nil {
		return "", fmt.Errorf("%s has no file %q to send: put it into the script's archive, or into the folder Options.Files: %w", a.name, name, err)
	}
	var up struct{ ID wire.ID }
	q := url.Values{"person": {string(a.id)}, "filename": {filepath.Base(name)}}
	err = a.story.client.send("POST", "files?"+q.Encode(), "application/octet-stream", data, &up)
	return up.ID, err
}

// fileOf returns a message's file with a name, or nil if there is none.
func fileOf(m *wire.Message, name string) *wire.Attachment {
	i := slices.IndexFunc(m.Attachments, func(a wire.Attachment) bool { return a.Filename == name })
	if i < 0 {
		return nil
	}
	return &m.Attachments[i]
}

// saves writes a file of the message seen last into the script's folder. Without a name it takes the file that has the
// name of the target, or else the first.
func (a *actor) saves(name, to string) error {
	w := a.story.client
	w.mu.Lock()
	m := a.last
	w.mu.Unlock()
	if m == nil || len(m.Attachments) == 0 {
		return fmt.Errorf("the message that %s saw last has no file", a.name)
	}
	file := fileOf(m, name)
	switch {
	case file == nil && name != "":
		return fmt.Errorf("the message that %s saw last has no file %q:\n%s", a.name, name, a.shown(m))
	case file == nil:
		if file = fileOf(m, to); file == nil {
			file = &m.Attachments[0]
		}
	}
	data, err := w.file(file.URL)
	if err != nil {
		return err
	}
	return os.WriteFile(a.story.ts.MkAbs(to), data, 0o600)
}
