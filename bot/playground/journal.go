package playground

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"xiangqibot/bot/playground/wire"
)

// journalName is the file of the journal inside Options.Dir.
const journalName = "world.jsonl"

// rewriteAt is the size from which the journal is written anew, if that makes it half as large.
const rewriteAt = 4 << 20

// A journal keeps the world on disk: one line of JSON for everything that is new, changed or gone, in the order in which it happened.
// A line is handed to the operating system before anybody hears of what it says, so a killed process loses nothing;
// a line torn by the death of the machine is the last one, and is dropped. Opening it replays the lines and writes a short journal of what is left.
type journal struct {
	path  string
	file  *os.File
	size  int64
	fresh int64 // size after the last rewriting
	sick  bool  // a write failed: nothing more is written; what is in memory goes on
}

// An entry is one line: exactly one of the fields is set.
type entry struct {
	Person      *person       `json:"person,omitempty"`
	Channel     *channelEntry `json:"channel,omitempty"`
	ChannelGone wire.ID       `json:"channel_gone,omitempty"`
	Message     *wire.Message `json:"message,omitempty"`
	MessageGone *messageGone  `json:"message_gone,omitempty"`
	Commands    *commandEntry `json:"commands,omitempty"`
	Interaction *interaction  `json:"interaction,omitempty"`
	Ahead       time.Duration `json:"ahead,omitempty"`
}

type channelEntry struct {
	Channel wire.Channel `json:"channel"`
	Members []wire.ID    `json:"members,omitempty"`
}

type messageGone struct {
	Channel wire.ID `json:"channel"`
	ID      wire.ID `json:"id"`
}

type commandEntry struct {
	Guild bool           `json:"guild"`
	List  []wire.Command `json:"list"`
}

// fits tells whether a line can be applied: nothing is missing that the rest of the package relies on. Lines that were written here always fit; a file that was changed by hand may not.
func (e *entry) fits() error {
	switch {
	case e.Person != nil && (!e.Person.ID.Valid() || !e.Person.DM.Valid() || checkPerson(e.Person.Name, e.Person.Locale) != nil):
		return errors.New("a person lacks a valid id, dm, name or locale")
	case e.Channel != nil && (!e.Channel.Channel.ID.Valid() || e.Channel.Channel.IsThread() && e.Channel.Channel.Thread == nil):
		return errors.New("a channel lacks a valid id, or a thread its thread_metadata")
	case e.Message != nil && !e.Message.ID.Valid():
		return errors.New("a message lacks a valid id")
	case e.Interaction != nil && !e.Interaction.ID.Valid():
		return errors.New("an interaction lacks a valid id")
	case e.Ahead < 0:
		return errors.New("the clock cannot be behind")
	}
	return nil
}

// apply does to the world what the line says.
func (e *entry) apply(w *world) {
	switch {
	case e.Person != nil:
		w.addPerson(e.Person)
	case e.Channel != nil:
		w.putChannel(e.Channel.Channel, e.Channel.Members)
	case e.ChannelGone != "":
		w.dropChannel(e.ChannelGone)
	case e.Message != nil:
		w.putMessage(e.Message)
	case e.MessageGone != nil:
		w.dropMessage(e.MessageGone.Channel, e.MessageGone.ID)
	case e.Commands != nil && e.Commands.Guild:
		w.guildCmds = e.Commands.List
	case e.Commands != nil:
		w.globalCmds = e.Commands.List
	case e.Interaction != nil:
		w.putInteraction(e.Interaction)
	case e.Ahead != 0:
		w.ahead = e.Ahead
	}
}

// openJournal replays what lies in the folder into the world and goes on from there.
func openJournal(dir string, w *world) (*journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	j := &journal{path: filepath.Join(dir, journalName)}
	data, err := os.ReadFile(j.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("playground: %w", err)
	}
	if err := replay(bytes.NewReader(data), w); err != nil {
		return nil, fmt.Errorf("playground: %s: %w; move the file away to begin anew", j.path, err)
	}
	if err := j.rewrite(w); err != nil {
		return nil, err
	}
	return j, nil
}

// replay applies the lines. Only the last one may be torn.
func replay(r io.Reader, w *world) error {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil // a line without its end was never finished
		}
		if err != nil {
			return err
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			if _, err := in.Peek(1); errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("line %d: %w", n, err)
		}
		if err := e.fits(); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		e.apply(w)
	}
}

// rewrite puts a journal of the world as it is in the place of the old one: beside it first, then by renaming.
func (j *journal) rewrite(w *world) error {
	fail := func(err error) error { return fmt.Errorf("playground: %w", err) }
	next, err := os.OpenFile(j.path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fail(err)
	}
	out := bufio.NewWriter(next)
	enc := json.NewEncoder(out)
	for _, e := range w.entries() {
		if err := enc.Encode(e); err != nil {
			return errors.Join(fail(err), next.Close(), os.Remove(next.Name()))
		}
	}
	err = errors.Join(out.Flush(), next.Sync())
	if err == nil {
		err = os.Rename(next.Name(), j.path)
	}
	if err != nil {
		return errors.Join(fail(err), next.Close(), os.Remove(next.Name()))
	}
	if j.file != nil {
		_ = j.file.Close() // the file it wrote to is gone
	}
	j.file = next
	info, err := next.Stat()
	if err != nil {
		return fail(err)
	}
	j.size, j.fresh = info.Size(), info.Size()
	return nil
}

// entries are the lines that make this world out of a new one.
func (w *world) entries() []entry {
	list := []entry{}
	if w.ahead != 0 {
		list = append(list, entry{Ahead: w.ahead})
	}
	for _, p := range w.people {
		list = append(list, entry{Person: p})
	}
	list = append(list, entry{Commands: &commandEntry{Guild: true, List: w.guildCmds}}, entry{Commands: &commandEntry{List: w.globalCmds}})
	for _, c := range w.channels {
		list = append(list, entry{Channel: &channelEntry{c.Channel, c.Members}})
		for _, m := range c.messages {
			list = append(list, entry{Message: m})
		}
	}
	for _, x := range w.interactions {
		if w.last[x.Person] != x {
			list = append(list, entry{Interaction: x})
		}
	}
	for _, x := range w.last { // after the others, so that they are the latest again
		list = append(list, entry{Interaction: x})
	}
	return list
}

// write adds a line. A failure is told once, by the caller; the world in memory goes on.
func (j *journal) write(e entry, w *world) error {
	if j == nil || j.sick {
		return nil
	}
	line, err := json.Marshal(e)
	if err == nil {
		var n int
		n, err = j.file.Write(append(line, '\n'))
		j.size += int64(n)
	}
	if err == nil && j.size > rewriteAt && j.size > 2*j.fresh {
		err = j.rewrite(w)
	}
	j.sick = err != nil
	return err
}

// Close closes the file.
func (j *journal) Close() error { return j.file.Close() }
