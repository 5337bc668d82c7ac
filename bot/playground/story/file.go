package story

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// withFiles uploads the files of the script that are values of options in a line, and replaces their names by the ids.
func (a *actor) withFiles(line []string) ([]string, error) {
	line = slices.Clone(line)
	for i, word := range line {
		option, name, given := strings.Cut(word, ":")
		if file, err := os.Stat(a.story.ts.MkAbs(name)); !given || err != nil || !file.Mode().IsRegular() {
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

// upload uploads a file of the script and returns its id.
func (a *actor) upload(name string) (wire.ID, error) {
	data, err := os.ReadFile(a.story.ts.MkAbs(name))
	if err != nil {
		return "", fmt.Errorf("%s has no file %q to send: put it into the script's archive: %w", a.name, name, err)
	}
	q := url.Values{"person": {string(a.id)}, "filename": {filepath.Base(name)}}
	answer, err := a.story.client.send("POST", "/playground/files?"+q.Encode(), "application/octet-stream", data)
	if err != nil {
		return "", err
	}
	var up struct{ ID wire.ID }
	err = json.Unmarshal(answer, &up)
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

// saves writes a file of the message seen last into the script's folder: the one of that name, or else the first if it
// is not renamed.
func (a *actor) saves(name, to string) error {
	client := a.story.client
	client.mu.Lock()
	m, text := a.last, ""
	if m != nil {
		text = a.text(m)
	}
	client.mu.Unlock()
	if m == nil || len(m.Attachments) == 0 {
		return fmt.Errorf("the message that %s saw last has no file", a.name)
	}
	file := fileOf(m, name)
	switch {
	case file == nil && name != to:
		return fmt.Errorf("the message that %s saw last has no file %q:\n%s", a.name, name, text)
	case file == nil:
		file = &m.Attachments[0]
	}
	data, err := client.send("GET", file.URL, "", nil)
	if err != nil {
		return err
	}
	return os.WriteFile(a.story.ts.MkAbs(to), data, 0o600)
}
