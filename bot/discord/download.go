package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// downloadTimeout bounds a download. Discord gives a bot fifteen minutes; nobody waits that long for a game record.
const downloadTimeout = 15 * time.Second

// fileHosts are the hosts of Discord's attachments, see the fields url and proxy_url of an attachment. No other host is
// ever contacted.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// Downloads fetches the files that people attach to a command.
//
// It does not trust their URLs: it contacts only the hosts of Discord's attachments, over HTTPS, follows no redirects,
// sends no token, and limits size and time.
type Downloads struct {
	client *http.Client
	log    *slog.Logger
}

// NewDownloads returns a downloader that uses transport, or the default one if that is nil. It logs why a file could
// not be fetched.
func NewDownloads(transport http.RoundTripper, log *slog.Logger) *Downloads {
	return &Downloads{log: log, client: &http.Client{
		Transport:     orDefault(transport),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// ErrFileTooLarge means that a file is larger than allowed, by its declared size or by its content.
var ErrFileTooLarge = errors.New("discord: the file is too large")

// errFileUnavailable means that a file could not be fetched.
var errFileUnavailable = errors.New("discord: the file could not be fetched")

// Get fetches a file of at most limit bytes. The error is [ErrFileTooLarge], or says no more than that the file could
// not be fetched: the cause is logged. Attaching the file again helps, since its URL is valid for a day only.
func (d *Downloads) Get(ctx context.Context, file *discordgo.MessageAttachment, limit int) ([]byte, error) {
	if file.Size > limit {
		return nil, ErrFileTooLarge
	}
	ctx, cancel := context.WithTimeout(ctx, downloadTimeout)
	defer cancel()
	data, err := d.fetch(ctx, file.URL, limit)
	if err != nil && !errors.Is(err, ErrFileTooLarge) {
		d.log.Warn("attachment not fetched", "attachment", file.ID, "size", file.Size, "err", err)
		return nil, errFileUnavailable
	}
	return data, err
}

func (d *Downloads) fetch(ctx context.Context, address string, limit int) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.User != nil || !slices.Contains(fileHosts, u.Host) {
		return nil, errors.New("not a URL of Discord") // the URL must not be logged: whoever has it can read the file
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, withoutURL(err)
	}
	request.Header.Set("User-Agent", userAgent)
	response, err := d.client.Do(request)
	if err != nil {
		return nil, withoutURL(err)
	}
	defer func() { _ = response.Body.Close() }() // read to the end below, or not worth keeping
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, int64(limit)+1))
	if err != nil {
		return nil, withoutURL(err)
	}
	if len(data) > limit {
		return nil, ErrFileTooLarge
	}
	return data, nil
}
