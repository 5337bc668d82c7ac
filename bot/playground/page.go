package playground

import (
	"bufio"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"iter"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/playground/wire"
)

//go:embed page
var pageFiles embed.FS

// A page is the people's side of the simulated Discord: it serves the web page and the API under /playground/. It has
// no state of its own and takes the state lock itself.
type page struct {
	*acts
	hosts []string // allowed names in the Host header
}

func (p *page) register(mux *http.ServeMux) {
	embedded, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded just above
	}
	files := http.FileServerFS(embedded)
	mux.HandleFunc("/", p.guard(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			writeFailure(w, fail(405, "A page can only be read."))
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Security-Policy",
			"default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		files.ServeHTTP(w, r)
	}))
	for name, get := range map[string]func(*http.Request) (any, error){
		"state":    p.getState,
		"messages": p.getMessages,
		"faults":   p.getFaults,

		"applications": p.getApplications,
		"clock":        func(*http.Request) (any, error) { return map[string]any{"now": wire.At(p.core.now())}, nil },
	} {
		mux.HandleFunc("GET /playground/"+name, p.guard(func(w http.ResponseWriter, r *http.Request) {
			p.core.lock.Lock()
			v, err := get(r)
			body := wire.JSON(v)
			p.core.lock.Unlock()
			writeAnswer(w, body, err)
		}))
	}
	mux.HandleFunc("GET /playground/events", p.guard(p.serveEvents))
	mux.HandleFunc("GET /playground/wire", p.guard(p.serveWire))
	mux.HandleFunc("POST /playground/files", p.guard(func(w http.ResponseWriter, r *http.Request) {
		v, err := p.upload(w, r)
		writeAnswer(w, wire.JSON(v), err)
	}))
	for pattern, do := range map[string]func(*http.Request, []byte) (any, error){
		"POST /playground/command":              act(p.acts, p.command),
		"POST /playground/autocomplete":         p.autocomplete,
		"POST /playground/click":                act(p.acts, p.click),
		"POST /playground/select":               act(p.acts, p.selectOption),
		"POST /playground/modal":                act(p.acts, p.modal),
		"POST /playground/redeliver":            locked(p.core, p.redeliver),
		"POST /playground/say":                  act(p.acts, p.say),
		"POST /playground/people":               locked(p.core, p.addPerson),
		"PATCH /playground/people/{person}":     locked(p.core, p.changePerson),
		"POST /playground/roles":                locked(p.core, p.addRole),
		"POST /playground/groups":               locked(p.core, p.addGroup),
		"POST /playground/applications":         locked(p.core, p.addApplication),
		"PATCH /playground/channels/{channel}":  locked(p.core, p.changeChannel),
		"DELETE /playground/channels/{channel}": locked(p.core, p.deleteChannel),
		"POST /playground/permissions":          locked(p.core, p.permissions),
		"POST /playground/faults":               locked(p.core, p.addFault),
		"DELETE /playground/faults":             p.clearFaults,
		"POST /playground/clock":                p.clock,
		"POST /playground/gateway":              locked(p.core, p.holdActs),
	} {
		mux.HandleFunc(pattern, p.guard(func(w http.ResponseWriter, r *http.Request) {
			body, err := readAct(w, r)
			if err != nil {
				writeFailure(w, err)
				return
			}
			v, err := do(r, body)
			writeAnswer(w, wire.JSON(v), err)
		}))
	}
	mux.HandleFunc("/playground/", p.guard(func(w http.ResponseWriter, r *http.Request) {
		writeFailure(w, fail(404, "There is no %s %s. The documentation of package playground lists what there is.",
			r.Method, r.URL.Path))
	}))
}

// guard admits only requests of the page and of scripts: see "Who may use it" in the package comment.
func (p *page) guard(next http.HandlerFunc) http.HandlerFunc {
	origin := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		if !p.hostAllowed(r.Host) {
			writeFailure(w, fail(403, "The host %q is not known here. "+
				"Call the page by its address, or name the host in Options.Hosts.", r.Host))
			return
		}
		if origin.Check(r) != nil {
			writeFailure(w, fail(403, "Another website may not act here."))
			return
		}
		next(w, r)
	}
}

// hostAllowed accepts IP addresses, localhost and the allowed names. Any other name could be resolved to this machine
// by its owner, who could then read along (DNS rebinding).
func (p *page) hostAllowed(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	_, err := netip.ParseAddr(name)
	return err == nil || name == "localhost" || slices.Contains(p.hosts, name)
}

// actLimit is the maximum size of an act's body.
const actLimit = 1 << 20

func readAct(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/json" {
		return nil, fail(415, "Send the body with \"Content-Type: application/json\".")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, actLimit))
	if err != nil {
		return nil, fail(413, "The body could not be read, or is longer than %d bytes.", actLimit)
	}
	return body, nil
}

// readJSON decodes the body of an act. Unknown keys are refused, since most of them are typos.
func readJSON(body []byte, v any) error {
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(v); err != nil {
		return fail(400, "The body does not fit: %v.", err)
	}
	return nil
}

func writeAnswer(w http.ResponseWriter, body []byte, err error) {
	if err != nil {
		writeFailure(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body) // the page may have left
}

func writeFailure(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if f, ok := errors.AsType[*failure](err); ok {
		status = f.status
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(wire.JSON(map[string]string{"error": err.Error()})) // the page may have left
}

// personOf returns the person of ?person=, or the first person without it.
func (p *page) personOf(r *http.Request) (*person, error) {
	id := wire.ID(r.URL.Query().Get("person"))
	if id == "" {
		return p.guild.people[0], nil
	}
	return p.guild.lookup(id)
}

func (p *page) getState(r *http.Request) (any, error) {
	who, err := p.personOf(r)
	if err != nil {
		return nil, err
	}
	list := []any{}
	for _, ch := range p.channels.list {
		if p.channels.sees(who.ID, ch) {
			list = append(list, p.channels.view(ch))
		}
	}
	return map[string]any{
		"person": who.ID, "listening": p.core.hub.listening(who.ID), "guild": map[string]any{"id": GuildID, "name": guildName, "locale": guildLocale},
		"bots":  p.apps.views(),
		"roles": p.guild.roleViews(), "permissions": permissionNames(allPermissions), "now": wire.At(p.core.now()),
		"people": p.guild.views(), "channels": list, "commands": p.commands.views(), "locales": wire.Locales(), "file_limit": attachmentLimit,
	}, nil
}

func (p *page) getMessages(r *http.Request) (any, error) {
	who, err := p.personOf(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	ch, err := p.channels.lookup(who, wire.ID(q.Get("channel")))
	if err != nil {
		return nil, err
	}
	part, ok := window(p.messages.visible(ch, who.ID), q)
	if !ok {
		return nil, fail(400, "limit has to be a number from 1 to 100, not %q.", q.Get("limit"))
	}
	list := []*wire.Message{}
	for _, m := range part {
		list = append(list, p.messages.forPage(m))
	}
	return list, nil
}

// upload stores the file in the body of the request, for an option of a command.
func (p *page) upload(w http.ResponseWriter, r *http.Request) (any, error) {
	name := r.URL.Query().Get("filename")
	if name == "" {
		return nil, fail(400, "Say what the file is called: /playground/files?person=PERSON&filename=game.pgn.")
	}
	by, err := p.uploader(r)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, attachmentLimit))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fail(413, "The file %q is too large: Discord takes at most 10 MiB (%d bytes).", name, attachmentLimit)
	}
	if err != nil {
		return nil, fail(400, "The file could not be read: %v.", err)
	}
	p.core.lock.Lock()
	defer p.core.lock.Unlock()
	a, err := p.uploads.take(by, name, data)
	if err != nil {
		return nil, err
	}
	return map[string]any{"id": a.ID, "filename": a.Filename, "size": a.Size, "content_type": a.ContentType}, nil
}

// uploader returns the id of the person of ?person=; the person may change while the body is read.
func (p *page) uploader(r *http.Request) (wire.ID, error) {
	p.core.lock.Lock()
	defer p.core.lock.Unlock()
	who, err := p.personOf(r)
	if err != nil {
		return "", err
	}
	return who.ID, nil
}

// Events reads an event stream, such as /playground/events: the name and the JSON data of each event, until the stream
// ends.
func Events(stream io.Reader) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		lines := bufio.NewReaderSize(stream, 1<<16)
		for event := ""; ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSuffix(line, "\n")
			if name, ok := strings.CutPrefix(line, "event: "); ok {
				event = name
			} else if data, ok := strings.CutPrefix(line, "data: "); ok && !yield(event, []byte(data)) {
				return
			}
		}
	}
}

// serveEvents streams the events for a person.
func (p *page) serveEvents(w http.ResponseWriter, r *http.Request) {
	p.core.lock.Lock()
	who, err := p.personOf(r)
	p.core.lock.Unlock()
	if err != nil {
		writeFailure(w, err)
		return
	}
	p.stream(w, r, who.ID, sseFrame("hello", map[string]any{"person": who.ID, "now": wire.At(p.core.now())}))
}

// serveWire streams the REST exchanges of all bots.
func (p *page) serveWire(w http.ResponseWriter, r *http.Request) {
	p.stream(w, r, "", sseFrame("hello", map[string]any{"now": wire.At(p.core.now())}))
}

func (p *page) stream(w http.ResponseWriter, r *http.Request, person wire.ID, hello []byte) {
	l := p.core.hub.listen(person)
	defer p.core.hub.leave(l)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := http.NewResponseController(w)
	send := func(frame []byte) bool {
		_, err := w.Write(frame)
		return err == nil && out.Flush() == nil
	}
	if !send(hello) {
		return
	}
	breath := time.NewTicker(20 * time.Second) // keep-alive, to detect dead connections
	defer breath.Stop()
	for {
		select {
		case frame := <-l.events:
			if !send(frame) {
				return
			}
		case <-breath.C:
			if !send([]byte(": still here\n\n")) {
				return
			}
		case <-l.gone:
			return
		case <-r.Context().Done():
			return
		}
	}
}
