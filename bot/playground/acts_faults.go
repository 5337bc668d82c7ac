package playground

import (
	"maps"
	"net/http"
	"slices"
	"strings"
)

// addFault injects a fault, now or at the next requests or events.
func (a *acts) addFault(_ *http.Request, body []byte) (any, error) {
	var f Fault
	if err := readJSON(body, &f); err != nil {
		return nil, err
	}
	if err := a.core.injectFault(f); err != nil {
		return nil, err
	}
	return map[string]any{"faults": a.core.faults.pending()}, nil
}

// clearFaults removes the pending faults. It does not repair connections.
func (a *acts) clearFaults(*http.Request, []byte) (any, error) {
	a.core.faults.clear()
	a.core.gateway.ClearFaults()
	return map[string]any{}, nil
}

// getFaults lists the pending faults of requests.
func (p *page) getFaults(*http.Request) (any, error) {
	return map[string]any{"faults": p.core.faults.pending()}, nil
}

// injectFault injects a fault.
func (c *core) injectFault(f Fault) error {
	if err := f.check(); err != nil {
		return err
	}
	if _, ok := requestFaults[f.Kind]; ok {
		c.faults.add(f)
		return nil
	}
	return f.injectIntoGateway(c.gateway)
}

// names lists the keys of a table, for an error message.
func names[V any](table map[string]V) string {
	all := slices.Sorted(maps.Keys(table))
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), ", ")
}
