package playground

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/playground/wire"
)

//go:embed page
var pageFiles embed.FS

// failure is a refusal told to a person: a status and words that say what would be right.
type failure struct {
	status int
	words  string
}

func (f *failure) Error() string { return f.words }

func fail(status int, format string, args ...any) error {
	return &failure{status, fmt.Sprintf(format, args...)}
}

// pageRoutes adds the page and the API of the people.
func (s *Server) pageRoutes(mux *http.ServeMux) {
	page, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded just above
	}
	files := http.FileServerFS(page)
	mux.HandleFunc("/", s.guard(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			writeFailure(w, fail(405, "A page can only be read."))
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		files.ServeHTTP(w, r)
	}))
	get := func(path string, fn func(*http.Request) (any, error)) {
		mux.HandleFunc("GET /playground/"+path, s.guard(func(w http.ResponseWriter, r *http.Request) {
			s.mu.Lock()
			v, err := fn(r)
			body := raw(v)
			s.mu.Unlock()
			writeAnswer(w, body, err)
		}))
	}
	get("state", s.getState)
	get("messages", s.getPageMessages)
	get("clock", func(*http.Request) (any, error) { return map[string]any{"now": wire.At(s.clock.Now())}, nil })
	mux.HandleFunc("GET /playground/events", s.guard(s.serveEvents))
	mux.HandleFunc("GET /playground/wire", s.guard(s.serveWire))

	do := func(pattern string, fn func(*http.Request, []byte) (any, error)) {
		mux.HandleFunc(pattern, s.guard(func(w http.ResponseWriter, r *http.Request) {
			body, err := readAct(w, r)
			if err != nil {
				writeFailure(w, err)
				return
			}
			v, err := fn(r, body)
			writeAnswer(w, raw(v), err)
		}))
	}
	mux.HandleFunc("POST /playground/files", s.guard(s.takeUpload))
	do("POST /playground/command", s.doCommand)
	do("POST /playground/autocomplete", s.doAutocomplete)
	do("POST /playground/click", s.doClick)
	do("POST /playground/select", s.doSelect)
	do("POST /playground/modal", s.doModal)
	do("POST /playground/redeliver", s.doRedeliver)
	do("POST /playground/say", s.doSay)
	do("POST /playground/people", s.doAddPerson)
	do("PATCH /playground/people/{person}", s.doChangePerson)
	do("POST /playground/roles", s.doAddRole)
	do("PATCH /playground/channels/{channel}", func(r *http.Request, body []byte) (any, error) {
		return s.doChangeChannel(wire.ID(r.PathValue("channel")), body)
	})
	do("DELETE /playground/channels/{channel}", func(r *http.Request, body []byte) (any, error) {
		return s.doDeleteChannel(wire.ID(r.PathValue("channel")), body)
	})
	do("POST /playground/permissions", func(_ *http.Request, body []byte) (any, error) { return s.doPermissions(body) })
	do("POST /playground/clock", s.doClock)
	do("POST /playground/gateway", s.doGateway)
	mux.HandleFunc("/playground/", s.guard(func(w http.ResponseWriter, r *http.Request) {
		writeFailure(w, fail(404, "There is no %s %s. What there is stands in the documentation of package playground.", r.Method, r.URL.Path))
	}))
}

// guard lets only this machine's page and scripts in: see "Who may use it" in the package comment.
func (s *Server) guard(next http.HandlerFunc) http.HandlerFunc {
	origin := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		if !s.hostAllowed(r.Host) {
			writeFailure(w, fail(403, "The host %q is not known here. Call the page by its address, or name the host in Options.Hosts.", r.Host))
			return
		}
		if origin.Check(r) != nil {
			writeFailure(w, fail(403, "Another website may not act here."))
			return
		}
		next(w, r)
	}
}

// hostAllowed takes addresses and localhost. A name would let its owner point it at this machine and read along.
func (s *Server) hostAllowed(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	_, err := netip.ParseAddr(name)
	return err == nil || name == "localhost" || slices.Contains(s.opt.Hosts, name)
}

// actLimit is the largest body of an act.
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

// readJSON decodes the body of an act; unknown keys are told, as they are most often typing errors.
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
	_, _ = w.Write(raw(map[string]string{"error": err.Error()})) // the page may have left
}

// personOf is the person of ?person=, the first one without it. The caller holds the lock.
func (s *Server) personOf(r *http.Request) (*person, error) {
	id := wire.ID(r.URL.Query().Get("person"))
	if id == "" {
		return s.world.people[0], nil
	}
	return s.knownPerson(id)
}

func (s *Server) knownPerson(id wire.ID) (*person, error) {
	if p := s.world.person(id); p != nil {
		return p, nil
	}
	return nil, fail(404, "There is no person with the id %q. Those who are there stand in /playground/state.", id)
}

// knownChannel is a channel that the person can look into.
func (s *Server) knownChannel(p *person, id wire.ID) (*channel, error) {
	if ch := s.world.channel(id); ch != nil && s.world.sees(p.ID, ch) {
		return ch, nil
	}
	return nil, fail(404, "There is no channel with the id %q that %s can see. Those that are there stand in /playground/state.", id, p.Name)
}

func (s *Server) getState(r *http.Request) (any, error) {
	p, err := s.personOf(r)
	if err != nil {
		return nil, err
	}
	channels := []any{}
	for _, ch := range s.world.channels {
		if s.world.sees(p.ID, ch) {
			channels = append(channels, s.channelView(ch))
		}
	}
	return map[string]any{
		"person": p.ID, "guild": map[string]any{"id": GuildID, "name": guildName, "locale": guildLocale},
		"bot": map[string]any{"id": ApplicationID, "name": botName, "online": s.botOnline(),
			"permissions": permissionNames(s.world.botBits)}, "roles": s.roleViews(), "permissions": permissionNames(allPermissions), "now": wire.At(s.clock.Now()),
		"people": s.peopleViews(), "channels": channels, "commands": s.commandViews(), "locales": wire.Locales(), "file_limit": attachmentLimit,
	}, nil
}

func (s *Server) peopleViews() []personView {
	list := []personView{}
	for _, p := range s.world.people {
		list = append(list, p.view())
	}
	return list
}

func (s *Server) getPageMessages(r *http.Request) (any, error) {
	p, err := s.personOf(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	ch, err := s.knownChannel(p, wire.ID(q.Get("channel")))
	if err != nil {
		return nil, err
	}
	limit := 50
	if text := q.Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 100 {
			return nil, fail(400, "limit has to be a number from 1 to 100, not %q.", text)
		}
	}
	before := wire.ID(q.Get("before"))
	list := []*wire.Message{}
	for _, m := range slices.Backward(ch.messages) {
		if before != "" && !m.ID.Before(before) || m.EphemeralFor != "" && m.EphemeralFor != p.ID {
			continue
		}
		if list = append(list, s.pageMessage(m)); len(list) == limit {
			break
		}
	}
	return list, nil
}
