package discord

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord/discordtest"
)

const fileAddress = "https://cdn.discordapp.com/ephemeral-attachments/1/2/game.pgn?ex=1&is=2&hm=3"

// downloadsFrom is a downloader that meets handler wherever it turns.
func downloadsFrom(t *testing.T, handler http.HandlerFunc) *Downloads {
	return NewDownloads(discordtest.Serve(t, handler), discordtest.Log(t))
}

func TestDownload(t *testing.T) {
	d := downloadsFrom(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Host != "cdn.discordapp.com" || r.URL.RequestURI() != "/ephemeral-attachments/1/2/game.pgn?ex=1&is=2&hm=3" {
			t.Errorf("asked %s for %s", r.Host, r.URL)
		}
		if auth := r.Header.Get("Authorization"); auth != "" {
			t.Errorf("the token %q was given away", auth)
		}
		_, _ = io.WriteString(w, "1. 炮二平五")
	})
	got, err := d.Get(t.Context(), &discordgo.MessageAttachment{ID: "2", URL: fileAddress, Size: 15}, 100)
	if err != nil || string(got) != "1. 炮二平五" {
		t.Errorf("got %q, %v", got, err)
	}
}

// No address makes the bot ask anybody but Discord's file hosts.
func TestDownloadAsksOnlyDiscord(t *testing.T) {
	d := downloadsFrom(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("asked %s for %s", r.Host, r.URL) })
	for _, address := range []string{
		"", "game.pgn", "file:///etc/passwd", "http://cdn.discordapp.com/x", "https://discord.com/x", "https://127.0.0.1/x",
		"https://169.254.169.254/latest/meta-data", "https://cdn.discordapp.com.example.com/x", "https://cdn.discordapp.com:8443/x",
		"https://me@cdn.discordapp.com/x", "https://example.com/cdn.discordapp.com", "//cdn.discordapp.com/x", "https://cdn.discordapp.com\x00/x",
	} {
		if got, err := d.Get(t.Context(), &discordgo.MessageAttachment{URL: address}, 100); !errors.Is(err, errFileUnavailable) {
			t.Errorf("%q gave %q, %v; want ErrFileGone", address, got, err)
		}
	}
}

func TestDownloadIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		says, sends int
		want        error
	}{
		"as long as allowed":        {100, 100, nil},
		"too long by what is said":  {101, 0, ErrFileTooLarge},
		"too long by what is sent":  {50, 101, ErrFileTooLarge},
		"without end":               {50, 1 << 24, ErrFileTooLarge},
		"shorter than what is said": {100, 1, nil},
	} {
		t.Run(name, func(t *testing.T) {
			d := downloadsFrom(t, func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, strings.Repeat("x", test.sends)) // the reader leaves when it has enough
			})
			got, err := d.Get(t.Context(), &discordgo.MessageAttachment{URL: fileAddress, Size: test.says}, 100)
			if !errors.Is(err, test.want) || err == nil && len(got) != test.sends {
				t.Errorf("got %d bytes, %v; want %v", len(got), err, test.want)
			}
		})
	}
}

// A file whose URL has expired, one that is elsewhere, and one whose transfer never ends fail with the same error, after
// one request.
func TestDownloadGivesUp(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"gone": func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "This content is no longer available.", http.StatusNotFound)
		},
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://cdn.discordapp.com/elsewhere", http.StatusFound)
		},
		"broken off": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", strconv.Itoa(50)) },
		"endless": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				d := downloadsFrom(t, func(w http.ResponseWriter, r *http.Request) {
					asked++
					handler(w, r)
				})
				began := time.Now()
				got, err := d.Get(t.Context(), &discordgo.MessageAttachment{URL: fileAddress}, 100)
				if took := time.Since(began); !errors.Is(err, errFileUnavailable) || took > downloadTimeout || asked != 1 {
					t.Errorf("got %q, %v after %v and %d requests", got, err, took, asked)
				}
			})
		})
	}
}
