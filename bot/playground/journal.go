package playground

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"xiangqibot/bot/playground/wire"
)

// journalName is the file of the journal inside Options.Dir.
const journalName = "world.jsonl"

// rewriteAt is the size from which the journal is written anew once it is twice as large as it was when it was new.
const rewriteAt = 4 << 20

// A journal keeps the world on disk: one line of JSON for everything that is new, changed or gone, in the order in which it happened.
// A line is handed to the operating system before anybody hears of what it says, so a killed process loses nothing;
// a line torn by the death of the machine is the last one, and is dropped. Opening it replays the lines and writes a short journal of what is left.
//
// A journal that has grown long is written anew beside the old one, from a list of what there is at that moment, by a goroutine of its own. Meanwhile
// the old one goes on, and what it gets is remembered. The new one gets the same and takes the old one's name: at each moment the file of
// that name has every line.
type journal struct {
	path    string
	log     *slog.Logger
	writers sync.WaitGroup

	mu       sync.Mutex
	file     *os.File
	size     int64
	fresh    int64  // size when it was new
	sick     bool   // a write failed: nothing more is written; what is in memory goes on
	renewing bool   // a new one is being written
	since    []byte // the lines that the new one lacks
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
	Role        *wire.Role    `json:"role,omitempty"`
	BotBits     *uint64       `json:"bot_bits,omitempty"`
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
	case e.Role != nil && (!e.Role.ID.Valid() || !validName(e.Role.Name)):
		return errors.New("a role lacks a valid id or name")
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
	case e.Role != nil:
		w.putRole(*e.Role)
	case e.BotBits != nil:
		w.botBits = *e.BotBits
	}
}

// openJournal replays what lies in the folder into the world and goes on from there.
func openJournal(dir string, w *world, log *slog.Logger) (*journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	j := &journal{path: filepath.Join(dir, journalName), log: log}
	data, err := os.ReadFile(j.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("playground: %w", err)
	}
	if err := replay(bytes.NewReader(data), w); err != nil {
		return nil, fmt.Errorf("playground: %s: %w; move the file away to begin anew", j.path, err)
	}
	next, err := writeBeside(j.path, w.entries())
	if err != nil {
		return nil, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.take(next); err != nil {
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

// writeBeside writes a journal of these lines under another name, and sees to it that they are on the disk.
func writeBeside(path string, list []entry) (*os.File, error) {
	next, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("playground: %w", err)
	}
	out := bufio.NewWriter(next)
	enc := json.NewEncoder(out)
	for _, e := range list {
		if err = enc.Encode(e); err != nil {
			break
		}
	}
	if err = errors.Join(err, out.Flush(), next.Sync()); err != nil {
		return nil, fmt.Errorf("playground: %w", errors.Join(err, discard(next)))
	}
	return next, nil
}

// discard takes a file away that came to nothing.
func discard(f *os.File) error { return errors.Join(f.Close(), os.Remove(f.Name())) }

// take puts a new journal in the place of the old one, with the lines that it lacks. The caller holds j.mu.
func (j *journal) take(next *os.File) error {
	_, err := next.Write(j.since)
	if err == nil {
		err = os.Rename(next.Name(), j.path)
	}
	if err != nil {
		return fmt.Errorf("playground: %w", errors.Join(err, discard(next)))
	}
	if j.file != nil {
		_ = j.file.Close() // the file it wrote to is gone
	}
	j.file, j.since = next, nil
	info, err := next.Stat()
	if err != nil {
		return fmt.Errorf("playground: %w", err)
	}
	j.size, j.fresh = info.Size(), info.Size()
	return nil
}

// renew writes a journal of these lines and puts it in the place of the old one. Nobody waits for it, but those who write while the last few lines
// are added. When it fails, the old one goes on.
func (j *journal) renew(list []entry) {
	next, err := writeBeside(j.path, list)
	if err == nil {
		err = j.catchUp(next)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err == nil {
		err = j.take(next)
	}
	j.renewing, j.since = false, nil
	if err != nil {
		j.fresh = j.size // try again when it has grown as much once more
		j.log.Error("the playground's journal could not be shortened; it goes on growing", "err", err)
	}
}

// catchUp adds what was written meanwhile, until little is left to add while everybody waits.
func (j *journal) catchUp(next *os.File) error {
	for {
		j.mu.Lock()
		since := j.since
		if len(since) <= 64<<10 {
			j.mu.Unlock()
			return nil
		}
		j.since = nil
		j.mu.Unlock()
		_, err := next.Write(since)
		if err = errors.Join(err, next.Sync()); err != nil {
			return errors.Join(err, discard(next))
		}
	}
}

// entries are the lines that make this world out of a new one. What they point to does not change any more: messages, channels and commands never do,
// of people and interactions they have copies.
func (w *world) entries() []entry {
	list := []entry{}
	if w.ahead != 0 {
		list = append(list, entry{Ahead: w.ahead})
	}
	for _, id := range []wire.ID{XiangqiID, GeneralID} {
		if w.channel(id) == nil { // a new world would have it again
			list = append(list, entry{ChannelGone: id})
		}
	}
	held := w.botBits
	list = append(list, entry{BotBits: &held})
	for _, r := range w.roles {
		list = append(list, entry{Role: &r})
	}
	for _, p := range w.people {
		held := *p
		list = append(list, entry{Person: &held})
	}
	list = append(list, entry{Commands: &commandEntry{Guild: true, List: w.guildCmds}}, entry{Commands: &commandEntry{List: w.globalCmds}})
	for _, c := range w.channels {
		list = append(list, entry{Channel: &channelEntry{c.Channel, c.Members}})
		for _, m := range c.messages {
			list = append(list, entry{Message: m})
		}
	}
	keep := func(x *interaction) {
		held := *x
		list = append(list, entry{Interaction: &held})
	}
	for _, x := range w.interactions {
		if w.last[x.Person] != x {
			keep(x)
		}
	}
	for _, x := range w.last { // after the others, so that they are the latest again
		keep(x)
	}
	return list
}

// write adds a line. A failure is told once, by the caller; the world in memory goes on. The caller holds the world's lock.
func (j *journal) write(e entry, w *world) error {
	if j == nil {
		return nil
	}
	line, err := json.Marshal(e)
	line = append(line, '\n')
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.sick {
		return nil
	}
	if err == nil {
		var n int
		n, err = j.file.Write(line)
		j.size += int64(n)
	}
	j.sick = err != nil
	switch {
	case j.sick:
	case j.renewing:
		j.since = append(j.since, line...)
	case j.size > rewriteAt && j.size > 2*j.fresh:
		j.renewing = true
		list := w.entries()
		j.writers.Go(func() { j.renew(list) })
	}
	return err
}

// Close waits for a new journal that is being written and closes the file.
func (j *journal) Close() error {
	j.writers.Wait()
	return j.file.Close()
}
