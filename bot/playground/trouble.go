package playground

import (
	"net/http"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// trouble is how many of the bot's next requests about messages go wrong, by their method, and with what answer. A story
// asks for it: Discord has bad days.
type trouble map[string]*mishap

// A mishap is what happens to requests of one method.
type mishap struct {
	left int
	gone bool // the message is said to be deleted already; otherwise Discord fails
}

// meets is the answer to a request that goes wrong, nil for one that is handled. The state lock is held.
func (t trouble) meets(method, path string) error {
	m := t[method]
	if m == nil || m.left == 0 || !strings.Contains(path, "/messages") {
		return nil
	}
	m.left--
	if m.gone {
		return wire.Refuse(http.StatusNotFound, 10008, "Unknown Message")
	}
	return wire.Refuse(http.StatusInternalServerError, 0, "500: Internal Server Error")
}

// trouble has the bot's next requests of a method go wrong.
func (a *acts) trouble(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Method string `json:"method"`
		Times  int    `json:"times"`
		Gone   bool   `json:"gone"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	switch in.Method {
	case http.MethodPost, http.MethodPatch, http.MethodDelete:
	default:
		return nil, fail(400, "%q is no method that changes messages. There are: POST, PATCH, DELETE.", in.Method)
	}
	if in.Times < 0 || in.Times > 1000 {
		return nil, fail(400, "So many requests cannot go wrong: %d. 0 to 1000 can.", in.Times)
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	a.core.trouble[in.Method] = &mishap{in.Times, in.Gone}
	return map[string]any{}, nil
}
