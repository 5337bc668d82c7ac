package playground_test

import (
	"xiangqibot/bot/playground/ratelimit"

	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/playground"
)

// BenchmarkAMove measures the simulator's share of the time between a person's /move and the message with the picture:
// gateway, REST with a picture of 40 KB, database, event stream. The bot answers at once.
func BenchmarkAMove(b *testing.B) {
	for name, dir := range map[string]string{"memory": "", "disk": b.TempDir()} {
		b.Run(name, func(b *testing.B) {
			s, err := playground.New(playground.Options{Dir: dir, Rates: &ratelimit.Rates{}})
			if err != nil {
				b.Fatal(err)
			}
			if err := s.Start(nil); err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			d, err := discordgo.New("Bot " + s.Token())
			if err != nil {
				b.Fatal(err)
			}
			d.Client = &http.Client{Transport: s.Transport()}
			board := make([]byte, 40<<10)
			for i := range board {
				board[i] = byte(rand.Uint32())
			}
			answered := make(chan error, 1)
			ready := make(chan bool, 1)
			d.AddHandler(func(_ *discordgo.Session, _ *discordgo.GuildCreate) { ready <- true })
			d.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) {
				answered <- d.InteractionRespond(i.Interaction,
					&discordgo.InteractionResponse{Type: discordgo.InteractionResponseChannelMessageWithSource,
						Data: &discordgo.InteractionResponseData{Content: "board", Files: []*discordgo.File{
							{Name: "board.png", ContentType: "image/png", Reader: bytes.NewReader(board)}}}})
			})
			if err := d.Open(); err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			<-ready
			if _, err := d.ApplicationCommandCreate(string(playground.ApplicationID), "",
				&discordgo.ApplicationCommand{Name: "move", Description: "d"}); err != nil {
				b.Fatal(err)
			}
			act, err := json.Marshal(object{"person": playground.AliceID, "channel": playground.XiangqiID, "name": "move"})
			if err != nil {
				b.Fatal(err)
			}
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				res, err := http.Post(s.URL()+"/playground/command", "application/json", bytes.NewReader(act))
				if err != nil {
					b.Fatal(err)
				}
				res.Body.Close()
				if err := <-answered; err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			for _, p := range []int{50, 99} {
				b.ReportMetric(float64(took[len(took)*p/100].Microseconds())/1000, fmt.Sprintf("ms/p%d", p))
			}
			b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms/max") // the journal is renewed now and then
		})
	}
}
