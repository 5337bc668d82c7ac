package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// requestLimit is the largest body that Discord takes.
const requestLimit = 25 << 20

// A call is one REST request of the bot, read and let in.
type call struct {
	*http.Request
	version int             // of the API, 9 or 10
	body    []byte          // JSON; of a multipart request its payload_json
	files   []wire.FormFile // of a multipart request
	token   string          // without "Bot ", empty when none was sent
}

// An Exchange is a REST request of the bot with its answer.
type Exchange struct {
	Method  string          `json:"method"`
	Path    string          `json:"path"` // without /api/v9 or /api/v10
	Query   string          `json:"query,omitempty"`
	Version int             `json:"version"`
	Form    bool            `json:"multipart,omitempty"` // a multipart request, Body is its payload_json
	Body    json.RawMessage `json:"body,omitempty"`
	Files   []ExchangeFile  `json:"files,omitempty"`
	Status  int             `json:"status"`
	Answer  json.RawMessage `json:"answer,omitempty"`
}

// An ExchangeFile tells of a file in a request.
type ExchangeFile struct {
	Field    string `json:"field"` // files[0]
	Filename string `json:"filename"`
	Type     string `json:"type"`
	Size     int    `json:"size"`
}

// A route is one method on one path below /api/vN.
type route struct {
	method  string
	path    string // with {channel}, {message}… as http.ServeMux reads them
	rate    Rate
	on      string // the path values by which its bucket is kept, comma between
	open    bool   // needs no token, and is not counted globally: interactions
	handler func(*Server, *call) (int, any, error)
}

// routeTable is every REST route there is. A path that is not in it is answered 404, like on Discord.
func routeTable(r Rates) []route {
	return []route{
		{"GET", "/gateway", r.Other, "", true, (*Server).getGateway},
		{"GET", "/gateway/bot", r.Other, "", false, (*Server).getGatewayBot},
		{"GET", "/users/@me", r.Other, "", false, (*Server).getMe},
		{"GET", "/users/@me/guilds", r.Other, "", false, (*Server).getMyGuilds},
		{"POST", "/users/@me/channels", r.Other, "", false, (*Server).postDM},
		{"GET", "/users/{user}", r.Other, "", false, (*Server).getUser},
		{"GET", "/oauth2/applications/@me", r.Other, "", false, (*Server).getApplication},
		{"GET", "/applications/@me", r.Other, "", false, (*Server).getApplication},

		{"GET", "/applications/{app}/commands", r.Commands, "", false, (*Server).getCommands},
		{"PUT", "/applications/{app}/commands", r.Commands, "", false, (*Server).putCommands},
		{"POST", "/applications/{app}/commands", r.Commands, "", false, (*Server).postCommand},
		{"GET", "/applications/{app}/commands/{command}", r.Commands, "", false, (*Server).getCommand},
		{"PATCH", "/applications/{app}/commands/{command}", r.Commands, "", false, (*Server).patchCommand},
		{"DELETE", "/applications/{app}/commands/{command}", r.Commands, "", false, (*Server).deleteCommand},
		{"GET", "/applications/{app}/guilds/{guild}/commands", r.Commands, "guild", false, (*Server).getCommands},
		{"PUT", "/applications/{app}/guilds/{guild}/commands", r.Commands, "guild", false, (*Server).putCommands},
		{"POST", "/applications/{app}/guilds/{guild}/commands", r.Commands, "guild", false, (*Server).postCommand},
		{"GET", "/applications/{app}/guilds/{guild}/commands/{command}", r.Commands, "guild", false, (*Server).getCommand},
		{"PATCH", "/applications/{app}/guilds/{guild}/commands/{command}", r.Commands, "guild", false, (*Server).patchCommand},
		{"DELETE", "/applications/{app}/guilds/{guild}/commands/{command}", r.Commands, "guild", false, (*Server).deleteCommand},

		{"POST", "/interactions/{id}/{token}/callback", Rate{}, "", true, (*Server).postCallback},
		{"POST", "/webhooks/{app}/{token}", r.Webhook, "token", true, (*Server).postFollowUp},
		{"GET", "/webhooks/{app}/{token}/messages/{message}", r.Webhook, "token", true, (*Server).getWebhookMessage},
		{"PATCH", "/webhooks/{app}/{token}/messages/{message}", r.Webhook, "token", true, (*Server).patchWebhookMessage},
		{"DELETE", "/webhooks/{app}/{token}/messages/{message}", r.Webhook, "token", true, (*Server).deleteWebhookMessage},

		{"GET", "/channels/{channel}", r.Read, "channel", false, (*Server).getChannel},
		{"PATCH", "/channels/{channel}", r.Threads, "channel", false, (*Server).patchChannel},
		{"DELETE", "/channels/{channel}", r.Threads, "channel", false, (*Server).deleteChannel},
		{"POST", "/channels/{channel}/typing", r.Send, "channel", false, (*Server).postTyping},
		{"GET", "/channels/{channel}/messages", r.Read, "channel", false, (*Server).getMessages},
		{"POST", "/channels/{channel}/messages", r.Send, "channel", false, (*Server).postMessage},
		{"GET", "/channels/{channel}/messages/{message}", r.Read, "channel", false, (*Server).getMessage},
		{"PATCH", "/channels/{channel}/messages/{message}", r.Edit, "channel", false, (*Server).patchMessage},
		{"DELETE", "/channels/{channel}/messages/{message}", r.Delete, "channel", false, (*Server).deleteMessage},
		{"PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me", r.Edit, "channel", false, (*Server).putReaction},
		{"POST", "/channels/{channel}/messages/{message}/threads", r.Threads, "channel", false, (*Server).postMessageThread},
		{"POST", "/channels/{channel}/threads", r.Threads, "channel", false, (*Server).postThread},
		{"PUT", "/channels/{channel}/thread-members/{user}", r.Threads, "channel", false, (*Server).putThreadMember},
		{"DELETE", "/channels/{channel}/thread-members/{user}", r.Threads, "channel", false, (*Server).deleteThreadMember},

		{"GET", "/guilds/{guild}", r.Other, "guild", false, (*Server).getGuild},
		{"GET", "/guilds/{guild}/channels", r.Other, "guild", false, (*Server).getGuildChannels},
		{"GET", "/guilds/{guild}/roles", r.Other, "guild", false, (*Server).getGuildRoles},
		{"GET", "/guilds/{guild}/members/{user}", r.Other, "guild", false, (*Server).getGuildMember},
	}
}

var apiVersion = regexp.MustCompile(`^v(\d+)$`)

// routes assembles everything that is served.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	for _, rt := range routeTable(s.rates.rates) {
		mux.HandleFunc(rt.method+" /api/{version}"+rt.path, func(w http.ResponseWriter, r *http.Request) { s.serveREST(w, r, &rt) })
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		s.serveREST(w, r, &route{method: r.Method, open: true, handler: func(*Server, *call) (int, any, error) {
			return 0, nil, wire.Refuse(404, 0, "404: Not Found")
		}})
	})
	mux.HandleFunc("GET /gateway", s.serveGateway)
	mux.HandleFunc("GET /gateway/", s.serveGateway)
	for _, kind := range []string{lasting, ephemeral} {
		const file = "/{owner}/{attachment}/{filename}"
		mux.HandleFunc("GET /"+kind+file, s.guard(s.serveAttachment))
		for _, host := range []string{cdnHost, mediaHost} {
			mux.HandleFunc("GET /"+host+"/"+kind+file, s.guard(s.serveCDN(host, kind)))
		}
	}
	s.pageRoutes(mux)
	return mux
}

// serveREST lets a request in, has it handled, and answers. The world is locked while it is handled.
func (s *Server) serveREST(w http.ResponseWriter, r *http.Request, rt *route) {
	if s.opt.Intercept != nil && s.opt.Intercept(w, r) {
		return
	}
	c := &call{Request: r}
	status, body, err := s.handle(w, c, rt)
	if err != nil {
		status, body = s.refusal(c, err)
	}
	if body != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	s.tellExchange(c, status, body)
	w.WriteHeader(status)
	_, _ = w.Write(body) // the bot may have left
}

// refusal is the answer that an error becomes.
func (s *Server) refusal(c *call, err error) (int, []byte) {
	if late, ok := errors.AsType[*tooMany](err); ok {
		return http.StatusTooManyRequests, raw(late)
	}
	if refusal, ok := errors.AsType[*wire.Error](err); ok {
		return refusal.Status, raw(refusal)
	}
	s.log.Error("a REST request failed inside the playground", "method", c.Method, "path", c.URL.Path, "err", err)
	return http.StatusInternalServerError, raw(wire.Refuse(500, 0, "500: Internal Server Error"))
}

func (s *Server) handle(w http.ResponseWriter, c *call, rt *route) (status int, body []byte, err error) {
	version := apiVersion.FindStringSubmatch(c.PathValue("version"))
	if rest, ok := strings.CutPrefix(c.URL.Path, "/api/"); ok && version == nil {
		first, _, _ := strings.Cut(rest, "/")
		version = apiVersion.FindStringSubmatch(first)
	}
	if version != nil {
		c.version, _ = strconv.Atoi(version[1])
	}
	if c.version != 9 && c.version != 10 {
		return 0, nil, wire.Refuse(400, 50041, "Invalid API version provided")
	}
	if err := s.authorize(c, rt); err != nil {
		return 0, nil, err
	}
	var on []string
	for name := range strings.SplitSeq(rt.on, ",") {
		on = append(on, c.PathValue(name))
	}
	toll := s.rates.take(rt.rate, rt.method+" "+rt.path, strings.Join(on, "/"), !rt.open)
	toll.headers(w.Header(), s.clock.Now())
	if toll.wait > 0 {
		return 0, nil, &tooMany{Message: "You are being rate limited.", RetryAfter: toll.wait.Seconds(), Global: toll.global}
	}
	if err := c.read(w); err != nil {
		return 0, nil, err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	s.mu.Lock()
	defer s.mu.Unlock()
	status, answer, err := rt.handler(s, c)
	if err != nil || answer == nil {
		return status, nil, err
	}
	body, err = json.Marshal(answer) // before the lock is given back: it may point into the world
	return status, body, err
}

// tooMany is the body of a 429.
type tooMany struct {
	Message    string  `json:"message"`
	RetryAfter float64 `json:"retry_after"`
	Global     bool    `json:"global"`
}

func (t *tooMany) Error() string { return t.Message }

// authorize wants the bot's token, except where none is needed.
func (s *Server) authorize(c *call, rt *route) error {
	kind, token, _ := strings.Cut(c.Header.Get("Authorization"), " ")
	if strings.EqualFold(kind, "bot") {
		c.token = token
	}
	if rt.open || c.token == Token() {
		return nil
	}
	return wire.Refuse(401, 0, "401: Unauthorized")
}

// read takes in the body.
func (c *call) read(w http.ResponseWriter) error {
	if c.Body == nil || c.Method == http.MethodGet {
		return nil
	}
	c.Body = http.MaxBytesReader(w, c.Body, requestLimit)
	kind, params, _ := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return c.readParts(multipart.NewReader(c.Body, params["boundary"]))
	}
	body, err := io.ReadAll(c.Body)
	if err != nil {
		return bodyError(err)
	}
	if len(body) > 0 && kind != "application/json" {
		return wire.Refuse(400, 50035, fmt.Sprintf("Expected \"Content-Type\" header to be one of {\"application/json\"}, not %q.", kind))
	}
	c.body = body
	return nil
}

var filesPart = regexp.MustCompile(`^files\[(\d{1,3})\]$`)

// readParts reads payload_json and files[n].
func (c *call) readParts(in *multipart.Reader) error {
	for {
		part, err := in.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return bodyError(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return bodyError(err)
		}
		name := part.FormName()
		switch n := filesPart.FindStringSubmatch(name); {
		case name == "payload_json":
			c.body = data
		case n != nil || name == "file" || strings.HasPrefix(name, "file") && part.FileName() != "":
			file := wire.FormFile{N: "0", Filename: part.FileName(), ContentType: part.Header.Get("Content-Type"), Data: data}
			if n != nil {
				file.N = wire.ID(n[1])
			}
			if len(data) > attachmentLimit {
				return wire.Refuse(400, 50045, "File uploaded exceeds the maximum size")
			}
			c.files = append(c.files, file)
		default:
			return wire.Refuse(400, 50035, fmt.Sprintf("Invalid Form Body: part %q is neither payload_json nor files[n].", name))
		}
	}
	if c.body == nil {
		c.body = []byte("{}")
	}
	return nil
}

// bodyError tells a body that is too large from one that cannot be read.
func bodyError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return wire.Refuse(413, 40005, "Request entity too large")
	}
	return wire.Refuse(400, 50109, "The request body could not be read.")
}

// decode reads the JSON body into v. A body that is missing is refused.
func (c *call) decode(v any) error {
	if len(bytes.TrimSpace(c.body)) == 0 {
		return wire.Refuse(400, 50109, "The request body contains invalid JSON.")
	}
	return wire.Decode(c.body, v)
}

// id is a path value that has to be a snowflake.
func (c *call) id(name string) (wire.ID, error) {
	id := wire.ID(c.PathValue(name))
	if !id.Valid() {
		return "", &wire.Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: map[string]any{
			name + "_id": map[string]any{"_errors": []any{map[string]any{"code": "NUMBER_TYPE_COERCE",
				"message": fmt.Sprintf("Value %q is not snowflake.", id)}}}}}
	}
	return id, nil
}

// tellExchange tells those who asked what the bot and Discord said to each other.
func (s *Server) tellExchange(c *call, status int, answer []byte) {
	_, path, _ := strings.Cut(strings.TrimPrefix(c.URL.Path, "/api/"), "/")
	x := Exchange{Method: c.Method, Path: "/" + path, Query: c.URL.RawQuery, Version: c.version, Status: status, Answer: answer,
		Form: strings.HasPrefix(c.Header.Get("Content-Type"), "multipart/")}
	if json.Valid(c.body) {
		x.Body = slices.Clone(c.body)
	}
	for _, f := range c.files {
		x.Files = append(x.Files, ExchangeFile{"files[" + string(f.N) + "]", f.Filename, f.ContentType, len(f.Data)})
	}
	if s.opt.OnRequest != nil {
		s.opt.OnRequest(x)
	}
	s.hub.publish(onWire, "exchange", x)
}
