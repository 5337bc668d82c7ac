package bot

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
)

// loadEmojis loads the emojis and returns how many were uploaded for that. Discord answers calls for which refuse is
// true with its result.
func (tb *table) loadEmojis(refuse func(w http.ResponseWriter, r *http.Request) bool) (uploads int32) {
	var posted atomic.Int32
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/emojis") {
			posted.Add(1)
		}
		return refuse != nil && refuse(w, r)
	})
	defer tb.breaks(nil)
	tb.bot.emojis.load(tb.t.Context(), botID)
	return posted.Load()
}

// The pieces in a menu have their pictures: the bot uploads those that are missing, and none when it starts again.
func TestPiecesInMenusHaveEmojis(t *testing.T) {
	tb := newTable(t)
	if n := tb.loadEmojis(nil); n != 14 {
		t.Errorf("at the first start %d emojis are uploaded, want 14", n)
	}
	ids := *tb.bot.host.Viewers.Emojis.Load()
	tb.bot.emojis.drop()
	if n := tb.loadEmojis(nil); n != 0 || *tb.bot.host.Viewers.Emojis.Load() != ids {
		t.Errorf("at the second start %d emojis are uploaded, and known are %v; the first one knew %v",
			n, tb.bot.host.Viewers.Emojis.Load(), ids)
	}

	tb.human()
	for at, kind := range map[string]board.Kind{"a0": board.Rook, "b2": board.Cannon, "e0": board.King} {
		piece := board.MakePiece(board.Red, kind)
		if got, want := tb.emojiOf(at), view.EmojiName(piece)+" "+ids[piece]; got != want || ids[piece] == "" {
			t.Errorf("the piece on %s has the emoji %q, want %q", at, got, want)
		}
	}
}

// Processes that start at once upload the same emojis: a name that is taken by then is no failure.
func TestEmojisThatAnotherProcessUploads(t *testing.T) {
	tb := newTable(t)
	tb.loadEmojis(nil)
	ids := *tb.bot.host.Viewers.Emojis.Load()
	tb.bot.emojis.drop()
	late := true
	n := tb.loadEmojis(func(w http.ResponseWriter, r *http.Request) bool {
		if !late {
			return false
		}
		late = false
		answerJSON(w, 200, map[string]any{"items": []any{}})
		return true
	})
	if n != 14 || *tb.bot.host.Viewers.Emojis.Load() != ids {
		t.Errorf("after %d uploads the emojis are %v, want %v", n, tb.bot.host.Viewers.Emojis.Load(), ids)
	}
}

// Without emojis the menus are as they were: where Discord takes none, and where somebody has deleted one.
func TestMenusWithoutEmojis(t *testing.T) {
	tb := newTable(t)
	n := tb.loadEmojis(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPost {
			return false
		}
		refuseCall(w, 403, discord.CodeMissingAccess, "no")
		return true
	})
	if n != 1 || tb.bot.host.Viewers.Emojis.Load() != nil {
		t.Errorf("after %d refused uploads the emojis are %v", n, tb.bot.host.Viewers.Emojis.Load())
	}

	tb.loadEmojis(nil)
	tb.breaks(func(w http.ResponseWriter, r *http.Request) bool {
		body, err := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if err != nil || !bytes.Contains(body, []byte("xq_red_rook")) {
			return false
		}
		answerJSON(w, 400, map[string]any{"code": 50035, "message": "Invalid Form Body", "errors": map[string]any{
			"components": map[string]any{"_errors": []any{map[string]any{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}}},
		}})
		return true
	})
	if board := tb.human(); len(board.Components) != 0 {
		t.Errorf("the board with a deleted emoji has %v", board.controls())
	}
	tb.command(anna, "board")
	if got := tb.emojiOf("a0"); got != "" {
		t.Errorf("a board after one that was refused has the emoji %q", got)
	}
}

// emojiOf is the emoji of the piece on a point in the newest menu that lists it.
func (tb *table) emojiOf(square string) string {
	tb.t.Helper()
	tb.discord.mu.Lock()
	defer tb.discord.mu.Unlock()
	for _, m := range slices.Backward(tb.discord.messages) {
		for _, c := range m.all() {
			for _, o := range c.Options {
				if o.Value == square {
					return strings.TrimSpace(o.Emoji.Name + " " + o.Emoji.ID)
				}
			}
		}
	}
	tb.t.Fatalf("no menu has the piece on %s", square)
	return ""
}
