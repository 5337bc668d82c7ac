package main

import (
	"time"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
)

// config is the configuration described in config.example.yaml. Its yaml names are the keys of the file.
type config struct {
	Database string        `yaml:"database"`
	Discord  discordConfig `yaml:"discord"`
	HTTP     httpConfig    `yaml:"http"`
	Web      webConfig     `yaml:"web"`
	Engine   engineConfig  `yaml:"engine"`
	Outside  outsideConfig `yaml:"outside_engine"`
	Games    gamesConfig   `yaml:"games"`
	Limits   limitsConfig  `yaml:"limits"`
	Backup   backupConfig  `yaml:"backup"`
	Keep     keepConfig    `yaml:"keep"`
	Log      logConfig     `yaml:"log"`
	Metrics  listenConfig  `yaml:"metrics"`
	Debug    listenConfig  `yaml:"debug"` // profiles
	Admin    adminConfig   `yaml:"admin"`
}

type discordConfig struct {
	Guild     string `yaml:"guild"`
	Messages  string `yaml:"messages"`
	API       string `yaml:"api"`
	Transport string `yaml:"transport"`
	TokenFile string `yaml:"token_file"`
}

// httpConfig says where Discord reaches the bot, if interactions come by HTTP.
type httpConfig struct {
	Address     string `yaml:"address"`
	URL         string `yaml:"url"`
	Certificate string `yaml:"certificate"`
	Key         string `yaml:"key"`
}

// webConfig says where the page is on which games are played by touch.
type webConfig struct {
	Address string `yaml:"address"`
	URL     string `yaml:"url"`
}

type engineConfig struct {
	Searches whole  `yaml:"searches"`
	TableMB  whole  `yaml:"table_mb"`
	Endgame  string `yaml:"endgame"`
	Network  string `yaml:"network"`
	// ReviewNodes is how many nodes a review has for a position: three times as many where it looks twice, and twelve
	// times as many for the costliest mistakes.
	ReviewNodes whole `yaml:"review_nodes"`
}

// outsideConfig configures the outside engine.
type outsideConfig struct {
	Path      string   `yaml:"path"`
	Name      string   `yaml:"name"`
	Arguments []string `yaml:"arguments"`
	Options   []string `yaml:"options"`
	FirstRank whole    `yaml:"first_rank"`
	MoveTime  duration `yaml:"move_time"`
	Nodes     whole    `yaml:"nodes"`
	Rest      duration `yaml:"rest"`
}

type gamesConfig struct {
	ChallengeLapses duration `yaml:"challenge_lapses"`
	MostOpen        whole    `yaml:"most_open"`
	Place           string   `yaml:"place"`
}

// limitsConfig sets the rate limits of people and servers.
type limitsConfig struct {
	Person whole    `yaml:"person"`
	Server whole    `yaml:"server"`
	Every  duration `yaml:"every"`
}

// backupConfig says where backups are made while the bot runs.
type backupConfig struct {
	Folder string   `yaml:"folder"`
	Every  duration `yaml:"every"`
	Keep   whole    `yaml:"keep"`
	// Command is a program with its arguments that each backup is handed to; "{}" stands for its path.
	Command []string `yaml:"command"`
}

// keepConfig says how long unused data is kept. Zero means forever.
type keepConfig struct {
	LeftServers  duration `yaml:"left_servers"`
	IdleGames    duration `yaml:"idle_games"`
	Reviews      duration `yaml:"reviews"`
	FoundPuzzles duration `yaml:"found_puzzles"`
}

// duration is a [time.Duration] that is written as 24h, 90m and the like.
type duration time.Duration

// whole is a number that is written in decimal digits.
type whole int

type logConfig struct {
	Level  string `yaml:"level"`
	Format string `yaml:"format"`
}

// listenConfig says where something is served; nowhere if it is empty.
type listenConfig struct {
	Address string `yaml:"address"`
}

// adminConfig says where "xiangqi-bot admin" finds the running bot.
type adminConfig struct {
	Socket string `yaml:"socket"`
}

func defaultConfig() config {
	return config{
		Database: "sqlite:data/xiangqi.db",
		Discord:  discordConfig{Transport: overGateway, Messages: string(bot.ReadMentions)},
		HTTP:     httpConfig{Address: "127.0.0.1:8080"},
		Engine:   engineConfig{TableMB: 64, Endgame: "data/endgame", ReviewNodes: 100_000},
		Outside: outsideConfig{
			Arguments: []string{}, Options: []string{}, MoveTime: duration(1500 * time.Millisecond), Rest: duration(10 * time.Minute),
		},
		Backup: backupConfig{Every: duration(24 * time.Hour), Keep: 7, Command: []string{}},
		Keep: keepConfig{
			LeftServers: duration(90 * 24 * time.Hour), IdleGames: duration(90 * 24 * time.Hour),
			Reviews: duration(365 * 24 * time.Hour), FoundPuzzles: duration(365 * 24 * time.Hour),
		},
		Limits: limitsConfig{Person: 240, Server: 3000, Every: duration(time.Minute)},
		Games:  gamesConfig{ChallengeLapses: duration(24 * time.Hour), MostOpen: 50, Place: string(game.InThread)},
		Admin:  adminConfig{Socket: "data/admin.sock"},
		Log:    logConfig{Level: "info", Format: "text"},
	}
}

// The values of discord.transport.
const (
	overGateway = "gateway"
	overHTTP    = "http"
)
