package main_test

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"xiangqibot/bot/game/gametest"

	"github.com/chromedp/chromedp"
)

// The channel of a game and its page show the same, each in the language of their person; with XIANGQI_SHOTS beside each
// other in a picture, which is the first of README.md:
//
//	XIANGQI_SHOTS=$PWD/docs/pictures go test ./cmd/xiangqi-bot -run 'TestBrowser$/^a_board_beside'
func boardBesideItsChannel(t *testing.T, m machine) {
	for _, person := range []struct{ at, language, written string }{{asBob, "en", "C2=5"}, {asAlice, "zh-CN", "炮二平五"}} {
		t.Run(person.language, func(t *testing.T) {
			p := launch(t, "127.0.0.1:0", t.TempDir())
			b := m.browse(t, p.url, person.at)
			b.until(`document.querySelector("#messages [data-message] .badge")`)
			b.size(460, 720)
			b.begin("strength:1")
			page := b.openBoard(m)
			page.size(860, 720)
			page.awaitBoard(0)
			page.mouse("h2")
			page.mouse("e2")
			page.awaitBoard(2)
			reply := ask[string](page, `document.querySelectorAll("#moves button")[1].innerText`)
			page.until(`document.querySelector("#moves button").innerText === "` + person.written + `"`)
			b.until(`[...document.querySelectorAll("#messages [data-message]")].some((m) => m.innerText.includes("` + reply + `") && m.querySelector(".picture img")?.complete)`)
			b.click("[data-dismiss]") // the link has been used
			page.mouse("h0")
			page.until(`document.querySelectorAll(".dot, .capture").length === 2`)
			if shots != "" {
				b.shootBeside(page, filepath.Join(shots, "page-"+person.language+".png"))
			}
		})
	}
}

// mouse clicks a point of the board.
func (b *tab) mouse(point string) {
	b.t.Helper()
	x, y := b.center(onBoard(point))
	b.do(chromedp.MouseClickXY(x, y))
}

// shootBeside writes a picture of both windows, the channel at the left.
func (b *tab) shootBeside(page *tab, path string) {
	b.t.Helper()
	both := image.NewRGBA(image.Rectangle{})
	for _, shot := range [][]byte{b.capture(), page.capture()} {
		part := gametest.OK(png.Decode(bytes.NewReader(shot)))(b.t)
		left := both.Bounds().Dx()
		wider := image.NewRGBA(image.Rect(0, 0, left+part.Bounds().Dx(), part.Bounds().Dy()))
		draw.Draw(wider, both.Bounds(), both, image.Point{}, draw.Src)
		draw.Draw(wider, wider.Bounds().Add(image.Pt(left, 0)), part, part.Bounds().Min, draw.Src)
		both = wider
	}
	small := image.NewPaletted(both.Bounds(), commonColors(both))
	draw.Draw(small, small.Bounds(), both, image.Point{}, draw.Src)
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	must(b.t, encoder.Encode(&file, small))
	must(b.t, os.WriteFile(path, file.Bytes(), 0o600))
}

// commonColors are the 256 colors of a picture that occur most, of those that differ visibly.
func commonColors(picture *image.RGBA) color.Palette {
	occur := make(map[color.RGBA]int)
	for i := 0; i < len(picture.Pix); i += 4 {
		occur[color.RGBA{picture.Pix[i] | 7, picture.Pix[i+1] | 7, picture.Pix[i+2] | 7, 255}]++
	}
	found := slices.SortedFunc(maps.Keys(occur), func(a, b color.RGBA) int { return cmp.Compare(occur[b], occur[a]) })
	colors := color.Palette{}
	for _, c := range found[:min(len(found), 256)] {
		colors = append(colors, color.RGBA{c.R - 3, c.G - 3, c.B - 3, 255})
	}
	return colors
}
