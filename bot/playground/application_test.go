package playground_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/ratelimit"
)

// Discord's limits on the emojis of an application, which are there again after a restart.
func TestEmojis(t *testing.T) {
	dir := t.TempDir()
	s := startServer(t, playground.Options{Dir: dir, Rates: &ratelimit.Rates{}, OnRequest: func(playground.Exchange) {}})
	bot := newBot(t, s)
	emojis, fits := "/applications/"+string(playground.ApplicationID)+"/emojis", dataURI(picture(t, 4, 4))
	bot.rest("POST", emojis, object{"name": "taken", "image": fits}, 201)
	for name, form := range map[string]struct {
		body object
		code string
	}{
		"too short":     {object{"name": "a", "image": fits}, "BASE_TYPE_BAD_LENGTH"},
		"a taken name":  {object{"name": "taken", "image": fits}, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"},
		"no data":       {object{"name": "rook", "image": "rook.png"}, "IMAGE_INVALID"},
		"no such image": {object{"name": "rook", "image": dataURI([]byte("rook"))}, "IMAGE_INVALID"},
		"too large":     {object{"name": "rook", "image": dataURI(append(picture(t, 4, 4), make([]byte, 256<<10)...))}, "IMAGE_INVALID"},
	} {
		if answer := fmt.Sprint(bot.rest("POST", emojis, form.body, 400)); !strings.Contains(answer, form.code) {
			t.Errorf("%s: %s, want %s", name, answer, form.code)
		}
	}
	bot.rest("GET", "/applications/5/emojis", nil, 403)

	next := startServer(t, playground.Options{Dir: copyFolder(t, dir)})
	kept := newBot(t, next).rest("GET", emojis, nil, 200)["items"].([]any)
	if len(kept) != 1 {
		t.Fatalf("after a restart the emojis are %v", kept)
	}
	fetch(t, next.URL()+"/emojis/"+kept[0].(object)["id"].(string)+".png", 200)
}

func dataURI(png []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
}
