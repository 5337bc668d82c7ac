package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

// bodyLimit is the largest body of a request.
const bodyLimit = 4 << 10

// readJSON reads the body of a request. It answers an invalid one itself, and reports whether it was valid.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "Send the body as application/json.", http.StatusUnsupportedMediaType)
		return false
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, bodyLimit))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil && !errors.Is(decoder.Decode(new(any)), io.EOF) {
		err = errors.New("there is more after the value")
	}
	_, tooLarge := errors.AsType[*http.MaxBytesError](err)
	switch {
	case tooLarge:
		http.Error(w, fmt.Sprintf("The body is longer than %d bytes.", bodyLimit), http.StatusRequestEntityTooLarge)
	case errors.Is(err, io.EOF):
		http.Error(w, "The body is empty.", http.StatusBadRequest)
	case err != nil:
		http.Error(w, "The body is not valid: "+err.Error(), http.StatusBadRequest)
	}
	return err == nil
}

// reply writes v as JSON.
func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // values of our own types; the page may have left
}

// replyText writes a text for the person who has the page open.
func replyText(w http.ResponseWriter, status int, text string) {
	reply(w, status, map[string]string{"text": text})
}

func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // values of our own types
	}
	return data
}
