package playground

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// apiPath is where the routes are: below version 10 of the API.
const apiPath = "/api/v10"

// requestLimit is the maximum size of a request's body.
const requestLimit = 25 << 20

// A call is an authorized REST request of a bot, with its body.
type call struct {
	request *http.Request
	body    []byte          // JSON; of a multipart request its payload_json
	files   []wire.FormFile // of a multipart request
	fault   *Fault          // the fault of this request; nil: none
}

// A route is one method on one path below /api/v10.
type route struct {
	method  string
	path    string // with {channel}, {message}… as http.ServeMux reads them
	rate    ratelimit.Rate
	handler handler
}

// A handler handles a request, with the state locked, and returns the body of the response.
type handler func(*call) (any, error)

// created is the body of a response with status 201.
type created struct{ body any }

// A restAPI serves the REST API: it authorizes requests, dispatches them to handlers, and writes responses. Its fields
// do not change; the rate limits have their own lock.
type restAPI struct {
	core      *core
	rates     *ratelimit.Limiter
	log       *slog.Logger
	onRequest func(Exchange)
}

// register adds the routes. Other paths get 404, as on Discord.
func (a *restAPI) register(mux *http.ServeMux, routes []route) {
	for _, rt := range routes {
		mux.HandleFunc(rt.method+" "+apiPath+rt.path, func(w http.ResponseWriter, r *http.Request) { a.serve(w, r, &rt) })
	}
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		a.serve(w, r, &route{method: r.Method, handler: func(*call) (any, error) {
			return nil, wire.NewError(404, 0, "404: Not Found")
		}})
	})
}

// serve handles a request and writes the response.
func (a *restAPI) serve(w http.ResponseWriter, r *http.Request, rt *route) {
	c := &call{request: r}
	status, body, err := a.handle(w, c, rt)
	if c.fault != nil && !a.applyFault(w, c) {
		return
	}
	if err != nil {
		status, body = a.refusal(c, err)
	}
	if body != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	a.reportExchange(c, status, body)
	w.WriteHeader(status)
	_, _ = w.Write(body) // the bot may have left
}

// applyFault applies the fault of a request. It reports whether the usual response must be written.
func (a *restAPI) applyFault(w http.ResponseWriter, c *call) bool {
	switch c.fault.Kind {
	case "lose", "cut":
		panic(http.ErrAbortHandler) // closes the connection without a response
	case "slow":
	default:
		answerFault(c.fault, w)
		return false
	}
	due := make(chan struct{})
	cancel := a.core.clock.After(c.fault.Delay, func() { close(due) })
	defer cancel()
	select {
	case <-due:
		return true
	case <-c.request.Context().Done():
		return false // the bot has given up
	}
}

// refusal returns the response for an error.
func (a *restAPI) refusal(c *call, err error) (int, []byte) {
	if limited, ok := errors.AsType[*ratelimit.Error](err); ok {
		return http.StatusTooManyRequests, wire.JSON(limited)
	}
	if refusal, ok := errors.AsType[*wire.Error](err); ok {
		return refusal.Status, wire.JSON(refusal)
	}
	a.log.Error("a REST request failed inside the playground", "method", c.request.Method, "path", c.request.URL.Path,
		"err", err)
	return http.StatusInternalServerError, wire.JSON(wire.NewError(500, 0, "500: Internal Server Error"))
}

func (a *restAPI) handle(w http.ResponseWriter, c *call, rt *route) (status int, body []byte, err error) {
	byToken := c.request.PathValue("token") != "" // answers to interactions, which do not count towards the global limit
	if !byToken && !c.authorized() {
		return 0, nil, wire.NewError(401, 0, "401: Unauthorized")
	}
	parameter := cmp.Or(c.request.PathValue("channel"), c.request.PathValue("guild"), c.request.PathValue("token"))
	limit := a.rates.Take(!byToken, rt.rate, rt.method+" "+rt.path, parameter)
	limit.SetHeaders(w.Header())
	if err := limit.Err(); err != nil {
		return 0, nil, err
	}
	if err := c.read(w); err != nil {
		return 0, nil, err
	}
	c.fault = a.core.takeFault(rt.method, rt.path, len(c.files) > 0)
	if c.fault != nil && dropsRequest(c.fault) {
		return 0, nil, nil
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	if err := c.checkPath(); err != nil {
		return 0, nil, err
	}
	answer, err := rt.handler(c)
	if err != nil || answer == nil {
		return http.StatusNoContent, nil, err
	}
	status = http.StatusOK
	if made, ok := answer.(created); ok {
		status, answer = http.StatusCreated, made.body
	}
	body, err = json.Marshal(answer) // before unlocking, since it may point into the state
	return status, body, err
}

// authorized reports whether the request has the bot's token.
func (c *call) authorized() bool {
	kind, token, _ := strings.Cut(c.request.Header.Get("Authorization"), " ")
	return strings.EqualFold(kind, "bot") && token == Token()
}

// read reads the body.
func (c *call) read(w http.ResponseWriter) error {
	if c.request.Body == nil || c.request.Method == http.MethodGet {
		return nil
	}
	in := http.MaxBytesReader(w, c.request.Body, requestLimit)
	kind, params, _ := mime.ParseMediaType(c.request.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return c.readParts(multipart.NewReader(in, params["boundary"]))
	}
	body, err := io.ReadAll(in)
	if err != nil {
		return bodyError(err)
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
			return nil
		}
		if err != nil {
			return bodyError(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return bodyError(err)
		}
		n := filesPart.FindStringSubmatch(part.FormName())
		switch {
		case n == nil:
			c.body = data // payload_json
		case len(data) > attachmentLimit:
			return wire.NewError(400, 50045, "File uploaded exceeds the maximum size")
		default:
			c.files = append(c.files, wire.FormFile{N: wire.ID(n[1]), Filename: part.FileName(),
				ContentType: part.Header.Get("Content-Type"), Data: data})
		}
	}
}

// bodyError returns the error for a body that is too large or cannot be read.
func bodyError(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return wire.NewError(413, 40005, "Request entity too large")
	}
	return wire.NewError(400, 50109, "The request body could not be read.")
}

// decode decodes the JSON body into v.
func (c *call) decode(v any) error { return wire.Decode(c.body, v) }

// id returns an id in the path.
func (c *call) id(name string) wire.ID { return wire.ID(c.request.PathValue(name)) }

// checkPath refuses a path in which an id is no snowflake, or that is about another application or server than the only
// ones. On a route that needs no token, its handler refuses another application.
func (c *call) checkPath() error {
	for _, name := range []string{"app", "guild", "channel", "message", "user", "role"} {
		if id := c.id(name); id != "" && id != "@original" && !id.Valid() {
			return wire.NewFieldError(name+"_id", "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", id)
		}
	}
	if app := c.id("app"); c.request.PathValue("token") == "" && app != "" && app != ApplicationID {
		return wire.NewError(403, 20012, "You are not authorized to perform this action on this application")
	}
	if guild := c.id("guild"); guild != "" && guild != GuildID {
		return missingAccess // Discord's error for a guild that the bot is not in
	}
	return nil
}

// An Exchange is a REST request of a bot with its response.
type Exchange struct {
	Method string          `json:"method"`
	Path   string          `json:"path"` // without /api/v10
	Query  string          `json:"query,omitempty"`
	Form   bool            `json:"multipart,omitempty"` // a multipart request, Body is its payload_json
	Body   json.RawMessage `json:"body,omitempty"`
	Files  []ExchangeFile  `json:"files,omitempty"`
	Status int             `json:"status"`
	Answer json.RawMessage `json:"answer,omitempty"`
}

// An ExchangeFile describes a file in a request.
type ExchangeFile struct {
	Field    string `json:"field"` // files[0]
	Filename string `json:"filename"`
	Type     string `json:"type"`
	Size     int    `json:"size"`
}

// reportExchange reports an exchange to OnRequest and the listeners.
func (a *restAPI) reportExchange(c *call, status int, answer []byte) {
	x := Exchange{Method: c.request.Method, Path: strings.TrimPrefix(c.request.URL.Path, apiPath),
		Query: c.request.URL.RawQuery, Status: status, Answer: answer,
		Form: strings.HasPrefix(c.request.Header.Get("Content-Type"), "multipart/")}
	if json.Valid(c.body) {
		x.Body = slices.Clone(c.body)
	}
	for _, f := range c.files {
		x.Files = append(x.Files, ExchangeFile{"files[" + string(f.N) + "]", f.Filename, f.ContentType, len(f.Data)})
	}
	if a.onRequest != nil {
		a.onRequest(x)
	}
	a.core.hub.publish(all, "exchange", x)
}
