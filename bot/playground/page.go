package playground

import (
	"embed"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"time"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/wire"
)

//go:embed page
var pageFiles embed.FS

// A pageAPI serves what people read: the page, the state, messages, and events. It takes the state lock itself.
type pageAPI struct {
	core     *core
	app      *application
	guild    *guild
	channels *channels
	messages *messages
	commands *commands
	uploads  *attachments.Uploads
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
		"person": who.ID, "listening": a.core.hub.listening(who.ID), "now": wire.Time(a.core.now()),
		"guild": map[string]any{"id": GuildID, "name": guildName, "locale": guildLocale}, "bot": a.app.view(),
		"people": a.guild.views(), "channels": list, "roles": a.guild.roleViews(), "commands": a.commands.views(),
		"permissions": wire.PermissionNames(wire.AllPermissions), "locales": wire.Locales(), "file_limit": attachmentLimit,
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
	file, err := a.uploads.Take(by.ID, a.core.newID(), name, data)
	if err != nil {
		return nil, err
	}
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

// registerPage adds the people's side of the simulated Discord: the page and the API under /playground/.
func registerPage(mux *http.ServeMux, page *pageAPI, acts *actAPI, changes *simulationAPI) {
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
	read := func(get func(*http.Request) (any, error)) http.HandlerFunc {
		return guard(func(w http.ResponseWriter, r *http.Request) {
			page.core.lock.Lock()
			v, err := get(r)
			body := wire.JSON(v)
			page.core.lock.Unlock()
			writeAnswer(w, body, err)
		})
	}
	mux.HandleFunc("GET /playground/state", read(page.getState))
	mux.HandleFunc("GET /playground/messages", read(page.getMessages))
	mux.HandleFunc("GET /playground/events", guard(page.serveEvents))
	mux.HandleFunc("GET /playground/wire", guard(page.serveWire))
	mux.HandleFunc("POST /playground/files", guard(func(w http.ResponseWriter, r *http.Request) {
		v, err := page.upload(w, r)
		writeAnswer(w, wire.JSON(v), err)
	}))
	for pattern, do := range map[string]func(*http.Request, []byte) (any, error){
		"POST /playground/command":              act(acts, acts.command),
		"POST /playground/autocomplete":         acts.autocomplete,
		"POST /playground/click":                act(acts, acts.click),
		"POST /playground/select":               act(acts, acts.selectOption),
		"POST /playground/modal":                act(acts, acts.modal),
		"POST /playground/say":                  act(acts, acts.say),
		"POST /playground/people":               locked(changes.core, changes.addPerson),
		"PATCH /playground/people/{person}":     locked(changes.core, changes.changePerson),
		"POST /playground/roles":                locked(changes.core, changes.addRole),
		"POST /playground/groups":               locked(changes.core, changes.addGroup),
		"PATCH /playground/channels/{channel}":  locked(changes.core, changes.changeChannel),
		"DELETE /playground/channels/{channel}": locked(changes.core, changes.deleteChannel),
		"POST /playground/permissions":          locked(changes.core, changes.permissions),
		"POST /playground/faults":               locked(changes.core, changes.addFault),
		"DELETE /playground/faults":             changes.clearFaults,
		"POST /playground/clock":                changes.clock,
		"POST /playground/gateway":              locked(changes.core, changes.holdActs),
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
