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

// downloadPatience is how long a file may take to come. Discord gives a bot fifteen minutes; nobody waits that long for
// a record.
const downloadPatience = 15 * time.Second

// fileHosts are where Discord keeps what people attach, see the fields url and proxy_url of an attachment. No other
// host is ever asked.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// Downloads fetches the files that people give with a command.
//
// Their addresses come over the wire. They are Discord's, but nothing depends on that: only the hosts of Discord's files
// are asked, by https, redirects are not followed, no token is sent, and neither length nor time is without end.
type Downloads struct {
	client *http.Client
	log    *slog.Logger
}

// NewDownloads makes a downloader over a transport; nil is the ordinary one. The log gets why a file could not be
// fetched.
func NewDownloads(transport http.RoundTripper, log *slog.Logger) *Downloads {
	return &Downloads{log: log, client: &http.Client{
		Transport:     orOrdinary(transport),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Why a file cannot be had. Both are for people: there are words for them.
var (
	// ErrFileTooLong: it has more bytes than allowed, by what Discord says of it or by what came.
	ErrFileTooLong = errors.New("discord: the file is too long")
	// ErrFileGone: it could not be fetched. Attaching it again helps, as the address of a file holds for a day only.
	ErrFileGone = errors.New("discord: the file cannot be fetched")
)

// Get fetches a file of at most so many bytes. The error is ErrFileTooLong or ErrFileGone; the log tells the latter's
// cause.
func (d *Downloads) Get(ctx context.Context, file *discordgo.MessageAttachment, most int) ([]byte, error) {
	if file.Size > most {
		return nil, ErrFileTooLong
	}
	ctx, cancel := context.WithTimeout(ctx, downloadPatience)
	defer cancel()
	data, err := d.fetch(ctx, file.URL, most)
	if err != nil && !errors.Is(err, ErrFileTooLong) {
		d.log.Warn("attachment not fetched", "attachment", file.ID, "size", file.Size, "err", err)
		return nil, ErrFileGone
	}
	return data, err
}

func (d *Downloads) fetch(ctx context.Context, address string, most int) ([]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.User != nil || !slices.Contains(fileHosts, u.Host) {
		return nil, errors.New("its address is none of Discord's") // the address is not for the log: whoever has it can read the file
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), http.NoBody)
	if err != nil {
		return nil, bare(err)
	}
	request.Header.Set("User-Agent", userAgent)
	response, err := d.client.Do(request)
	if err != nil {
		return nil, bare(err)
	}
	defer func() { _ = response.Body.Close() }() // read to the end below, or not worth keeping
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, int64(most)+1))
	if err != nil {
		return nil, bare(err)
	}
	if len(data) > most {
		return nil, ErrFileTooLong
	}
	return data, nil
}
