package handlers

import (
	"bytes"
	"compress/gzip"
	"context"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
)

// compressedFrom is the size above which an export is compressed: Discord accepts 10 MiB.
const compressedFrom = 8 << 20

// personalData is a group of /settings: a person exports all data about them, or deletes it.
type personalData struct {
	people *member.Privacy
	finder *game.Finder
}

func (p personalData) export(ctx context.Context, r *Request) (view.Reply, error) {
	data, err := p.people.Export(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	file := discord.File{Name: "my-data.json", Type: "application/json", Data: data}
	if len(data) > compressedFrom {
		if file.Data, err = Compress(data); err != nil {
			return view.Reply{}, err
		}
		file.Name, file.Type = "my-data.json.gz", "application/gzip"
	}
	return view.PersonalData(file, r.Viewer), nil
}

// Compress packs a person's data with gzip.
func Compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// confirm asks for confirmation, and says what is deleted and what stays.
func (p personalData) confirm(ctx context.Context, r *Request) (view.Reply, error) {
	games, err := p.finder.Games(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	return view.ConfirmErase(len(games), r.Viewer), nil
}

// erase deletes all data about the person who was asked, and nobody else. It replaces the question with the answer; a
// second press deletes what exists by then, which is nothing.
func (p personalData) erase(ctx context.Context, r *Request) (view.Reply, error) {
	reply := view.NotErased(r.Viewer)
	switch game.Person(r.Press.Arg) {
	case view.EraseNothing:
	case r.Viewer.Person:
		if err := p.people.Erase(ctx, r.Act()); err != nil {
			return view.Reply{}, err
		}
		reply = view.Erased(r.Viewer)
	default:
		return view.Reply{}, view.ProblemEraseOther()
	}
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, nil
}
