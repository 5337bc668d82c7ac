package playground

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// addFault makes something go wrong for bots, now or at the next requests or events.
func (a *acts) addFault(_ *http.Request, body []byte) (any, error) {
	var f Fault
	if err := readJSON(body, &f); err != nil {
		return nil, err
	}
	if err := a.core.cause(f); err != nil {
		return nil, err
	}
	return map[string]any{"faults": a.core.faults.left()}, nil
}

// healFaults lifts what waits for requests and events to come. A connection that was cut stays so.
func (a *acts) healFaults(*http.Request, []byte) (any, error) {
	a.core.faults.heal()
	a.core.gateway.Heal()
	return map[string]any{}, nil
}

// getFaults lists those that still wait for a request.
func (p *page) getFaults(*http.Request) (any, error) {
	return map[string]any{"faults": p.core.faults.left()}, nil
}

// cause makes something go wrong.
func (c *core) cause(f Fault) error {
	if err := f.check(); err != nil {
		return err
	}
	if _, ok := requestFaults[f.Kind]; ok {
		c.faults.add(f)
		return nil
	}
	return f.onGateway(c.gateway)
}

// names are the keys of a table, for a message.
func names[V any](table map[string]V) string {
	all := slices.Sorted(maps.Keys(table))
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ", ")
}
