package playground

import "net/http"

// addApplication creates an application and adds its bot to the server.
func (a *acts) addApplication(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Name string `json:"name"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	made, err := a.apps.invite(in.Name, a.channels)
	if err != nil {
		return nil, err
	}
	return made.public(), nil
}

// getApplications lists the applications with the data that their owners need.
func (p *page) getApplications(*http.Request) (any, error) {
	list := []Application{}
	for _, a := range p.apps.all() {
		list = append(list, a.public())
	}
	return map[string]any{"applications": list}, nil
}
