package playground

import (
	"embed"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"xiangqibot/bot/playground/wire"
)

//go:embed page
var pageFiles embed.FS

// A pageAPI is the people's side of the simulated Discord: it serves the web page and the API under /playground/. It has
// no state of its own and takes the state lock itself.
type pageAPI struct{ *parts }

func (a *pageAPI) register(mux *http.ServeMux) {
	embedded, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded just above
	}
	files := http.FileServerFS(embedded)
	mux.HandleFunc("/", guard(func(w http.ResponseWriter, r *http.Request) {
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
		"state":    a.getState,
		"messages": a.getMessages,
	} {
		mux.HandleFunc("GET /playground/"+name, guard(func(w http.ResponseWriter, r *http.Request) {
			a.core.lock.Lock()
			v, err := get(r)
			body := wire.JSON(v)
			a.core.lock.Unlock()
			writeAnswer(w, body, err)
		}))
	}
	mux.HandleFunc("GET /playground/events", guard(a.serveEvents))
	mux.HandleFunc("GET /playground/wire", guard(a.serveWire))
	mux.HandleFunc("POST /playground/files", guard(func(w http.ResponseWriter, r *http.Request) {
		v, err := a.upload(w, r)
		writeAnswer(w, wire.JSON(v), err)
	}))
	for pattern, do := range map[string]func(*http.Request, []byte) (any, error){
		"POST /playground/command":              act(a, a.command),
		"POST /playground/autocomplete":         a.autocomplete,
		"POST /playground/click":                act(a, a.click),
		"POST /playground/select":               act(a, a.selectOption),
		"POST /playground/modal":                act(a, a.modal),
		"POST /playground/say":                  act(a, a.say),
		"POST /playground/people":               locked(a.core, a.addPerson),
		"PATCH /playground/people/{person}":     locked(a.core, a.changePerson),
		"POST /playground/roles":                locked(a.core, a.addRole),
		"POST /playground/groups":               locked(a.core, a.addGroup),
		"PATCH /playground/channels/{channel}":  locked(a.core, a.changeChannel),
		"DELETE /playground/channels/{channel}": locked(a.core, a.deleteChannel),
		"POST /playground/permissions":          locked(a.core, a.permissions),
		"POST /playground/faults":               locked(a.core, a.addFault),
		"DELETE /playground/faults":             a.clearFaults,
		"POST /playground/clock":                a.clock,
		"POST /playground/gateway":              locked(a.core, a.holdActs),
	} {
		mux.HandleFunc(pattern, guard(func(w http.ResponseWriter, r *http.Request) {
			body, err := readAct(w, r)
			if err != nil {
				writeFailure(w, err)
				return
			}
			v, err := do(r, body)
			writeAnswer(w, wire.JSON(v), err)
		}))
	}
	mux.HandleFunc("/playground/", guard(func(w http.ResponseWriter, r *http.Request) {
		writeFailure(w, fail(404, "There is no %s %s. The documentation of package playground lists what there is.",
			r.Method, r.URL.Path))
	}))
}

// guard admits only requests of the page and of scripts: see "Who may use it" in the package comment.
func guard(next http.HandlerFunc) http.HandlerFunc {
	origin := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		if !hostAllowed(r.Host) {
			writeFailure(w, fail(403, "The host %q is not known here. Call the page by its address.", r.Host))
			return
		}
		if origin.Check(r) != nil {
			writeFailure(w, fail(403, "Another website may not act here."))
			return
		}
		next(w, r)
	}
}

// hostAllowed accepts IP addresses and localhost. Any other name could be resolved to this machine by its owner, who
// could then read along (DNS rebinding).
func hostAllowed(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	_, err := netip.ParseAddr(name)
	return err == nil || name == "localhost"
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
func (a *pageAPI) personOf(r *http.Request) (*person, error) {
	id := wire.ID(r.URL.Query().Get("person"))
	if id == "" {
		return a.guild.people[0], nil
	}
	return a.guild.lookup(id)
}

func (a *pageAPI) getState(r *http.Request) (any, error) {
	who, err := a.personOf(r)
	if err != nil {
		return nil, err
	}
	list := []any{}
	for _, ch := range a.channels.list {
		if a.channels.sees(who.ID, ch) {
			list = append(list, a.channels.view(ch))
		}
	}
	return map[string]any{
		"person": who.ID, "listening": a.core.hub.listening(who.ID), "guild": map[string]any{"id": GuildID, "name": guildName, "locale": guildLocale},
		"bot": a.app.view(), "roles": a.guild.roleViews(), "permissions": wire.PermissionNames(wire.AllPermissions), "now": wire.Time(a.core.now()),
		"people": a.guild.views(), "channels": list, "commands": a.commands.views(), "locales": wire.Locales(), "file_limit": attachmentLimit,
	}, nil
}

func (a *pageAPI) getMessages(r *http.Request) (any, error) {
	who, err := a.personOf(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	ch, err := a.channels.lookup(who, wire.ID(q.Get("channel")))
	if err != nil {
		return nil, err
	}
	part, ok := window(a.messages.visible(ch, who.ID), q)
	if !ok {
		return nil, fail(400, "limit has to be a number from 1 to 100, not %q.", q.Get("limit"))
	}
	list := []*wire.Message{}
	for _, m := range part {
		list = append(list, a.messages.forPage(m))
	}
	return list, nil
}

// upload stores the file in the body of the request, for an option of a command.
func (a *pageAPI) upload(w http.ResponseWriter, r *http.Request) (any, error) {
	name := r.URL.Query().Get("filename")
	if name == "" {
		return nil, fail(400, "Say what the file is called: /playground/files?person=PERSON&filename=game.pgn.")
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, attachmentLimit))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fail(413, "The file %q is too large: Discord takes at most 10 MiB (%d bytes).", name, attachmentLimit)
	}
	if err != nil {
		return nil, fail(400, "The file could not be read: %v.", err)
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	by, err := a.personOf(r)
	if err != nil {
		return nil, err
	}
	up, err := a.uploads.take(by.ID, name, data)
	if err != nil {
		return nil, err
	}
	file := up.file
	return map[string]any{"id": file.ID, "filename": file.Filename, "size": file.Size, "content_type": file.ContentType}, nil
}

// serveEvents streams the events for a person.
func (a *pageAPI) serveEvents(w http.ResponseWriter, r *http.Request) {
	a.core.lock.Lock()
	who, err := a.personOf(r)
	a.core.lock.Unlock()
	if err != nil {
		writeFailure(w, err)
		return
	}
	a.stream(w, r, who.ID, sseFrame("hello", map[string]any{"person": who.ID, "now": wire.Time(a.core.now())}))
}

// serveWire streams the REST exchanges of the bot.
func (a *pageAPI) serveWire(w http.ResponseWriter, r *http.Request) {
	a.stream(w, r, "", sseFrame("hello", map[string]any{"now": wire.Time(a.core.now())}))
}

func (a *pageAPI) stream(w http.ResponseWriter, r *http.Request, person wire.ID, hello []byte) {
	l := a.core.hub.listen(person)
	defer a.core.hub.leave(l)
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
	keepAlive := time.NewTicker(20 * time.Second) // to detect dead connections
	defer keepAlive.Stop()
	for {
		select {
		case frame := <-l.events:
			if !send(frame) {
				return
			}
		case <-keepAlive.C:
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
