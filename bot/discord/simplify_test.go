package discord

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// rich is a message with everything that Discord may reject.
func rich() Message {
	return Message{
		Text: "your move", Embed: &discordgo.MessageEmbed{Description: "card"}, Rows: rowOf("x"), MentionUsers: []string{"11"},
		Files: []File{{Name: "board.png", Type: "image/png", Data: []byte("png"), Alt: "the board"}},
	}
}

// A proxy's page, whatever its status, means that Discord did not get the call. It is retried even if it must not be
// carried out twice.
func TestRetryAfterAProxysPage(t *testing.T) {
	page := "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>"
	for _, code := range []int{400, 403, 404, 405, 409} {
		synctest.Test(t, func(t *testing.T) {
			handler, calls := replies(status(code, page), status(code, page), ok)
			c := restTo(t, handler)
			if id, err := c.Post(t.Context(), "5", rich(), "n"); err != nil || id != "7" || calls.Load() != 3 {
				t.Errorf("%d: post = %q, %v after %d calls; want 7 after 3", code, id, err, calls.Load())
			}
			handler, calls = replies(status(code, page), ok)
			a := restTo(t, handler).Answer(&discordgo.Interaction{ID: "1", Token: "t", AppID: "2"}, time.Now(), FirstResponseTimeout)
			for range 2 { // the callback, and a follow-up
				if _, err := a.Send(t.Context(), rich(), false); err != nil {
					t.Errorf("%d: answer: %v", code, err)
				}
			}
			if calls.Load() != 3 {
				t.Errorf("%d: %d calls for two answers, want 3", code, calls.Load())
			}
			handler, calls = replies(status(code, page))
			_, err := restTo(t, handler).Post(t.Context(), "5", Message{Text: "x"}, "n")
			if err == nil || PermanentFailure(err) != "" || calls.Load() != maxAttempts {
				t.Errorf("%d: without end: %v, permanent %q, after %d calls", code, err, PermanentFailure(err), calls.Load())
			}
		})
	}
}

// A message that Discord rejects is sent again as plain text, and the reason is reported.
func TestRejectedMessagesAreSimplified(t *testing.T) {
	refusal := `{"code":50035,"message":"Invalid Form Body"}`
	send := map[string]func(context.Context, *Client, Message) error{
		"post": func(ctx context.Context, c *Client, m Message) error {
			_, err := c.Post(ctx, "5", m, "n")
			return err
		},
		"edit": func(ctx context.Context, c *Client, m Message) error { return c.Edit(ctx, "5", "7", m) },
		"answer": func(ctx context.Context, c *Client, m Message) error {
			_, err := c.Answer(&discordgo.Interaction{ID: "1", Token: "t", AppID: "2"}, time.Now(), FirstResponseTimeout).Send(ctx, m, false)
			return err
		},
	}
	for name, send := range send {
		for _, test := range []struct {
			name    string
			message Message
			refuse  int // so many calls
			status  int
			words   string // what is sent at last
			calls   int
		}{
			{"a refused form", rich(), 1, 400, "your move", 2},
			{"too much", rich(), 1, 413, "your move", 2},
			{"plain text is refused too", rich(), 2, 400, "", 2},
			{"nothing is left to leave out", Message{Text: "your move"}, 1, 400, "", 1},
			{"no words but the card's", Message{Embed: &discordgo.MessageEmbed{Title: "game 1"}}, 1, 400, "game 1", 2},
			{"no words but the picture's", Message{Files: rich().Files}, 1, 400, "the board", 2},
		} {
			t.Run(name+", "+test.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					calls, last := 0, ""
					c := restTo(t, func(w http.ResponseWriter, r *http.Request) {
						body, _ := io.ReadAll(r.Body)
						last = string(body)
						if calls++; calls <= test.refuse {
							status(test.status, refusal)(w, r)
							return
						}
						ok(w, r)
					})
					reported := 0
					c.Simplified = func(_ context.Context, err error) {
						if reported++; !HasCode(err, 50035) {
							t.Errorf("the reported reason is %v", err)
						}
					}
					err := send(t.Context(), c, test.message)
					if (err == nil) != (test.words != "") || calls != test.calls || reported != test.calls-1 {
						t.Fatalf("%v after %d calls, reported %d times; want %d calls", err, calls, reported, test.calls)
					}
					if test.words == "" {
						return
					}
					var sent struct {
						Data json.RawMessage
					}
					if _ = json.Unmarshal([]byte(last), &sent); sent.Data != nil {
						last = string(sent.Data)
					}
					words, _ := json.Marshal(test.words)
					if !strings.Contains(last, `"content":`+string(words)) || strings.Contains(last, "card") || strings.Contains(last, "png") ||
						strings.Contains(last, `"x"`) || strings.Contains(last, "users") {
						t.Errorf("sent was %s", last)
					}
				})
			})
		}
	}
}

// A message that is rejected because its channel is closed is not simplified.
func TestClosedChannelIsNotRetried(t *testing.T) {
	for _, code := range []string{"50083", "160005"} {
		synctest.Test(t, func(t *testing.T) {
			handler, calls := replies(status(400, `{"code":`+code+`,"message":"no"}`))
			if _, err := restTo(t, handler).Post(t.Context(), "5", rich(), "n"); !NotWritable(err) || calls.Load() != 1 {
				t.Errorf("%v after %d calls", err, calls.Load())
			}
		})
	}
}
