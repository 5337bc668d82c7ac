package main

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"net"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"xiangqibot/bot"
	"xiangqibot/bot/game"
	"xiangqibot/store/database"
)

// fault is a key with an invalid value, and what is valid. The zero value is no fault.
type fault struct{ key, problem string }

func (f fault) String() string {
	if f.key == "" {
		return f.problem
	}
	return f.key + ": " + f.problem
}

// first returns the first fault of a list, which may hold zero values.
func first(faults ...fault) fault {
	for _, f := range faults {
		if f.key != "" {
			return f
		}
	}
	return fault{}
}

// when returns the fault of a key if the condition holds.
func when(holds bool, key, format string, values ...any) fault {
	if !holds {
		return fault{}
	}
	return fault{key, fmt.Sprintf(format, values...)}
}

// between returns the fault of a value below low or above high. The limits are formatted as in the file.
func between[T cmp.Ordered](key string, value T, low, high T, limits string) fault {
	return when(value < low || value > high, key, "%v, want %s", value, limits)
}

// oneOf returns the fault of a text that is none of the choices.
func oneOf(key, text string, choices ...string) fault {
	last := len(choices) - 1
	return when(!slices.Contains(choices, text), key, "%q, want %s or %s", text, strings.Join(choices[:last], ", "), choices[last])
}

// address returns the fault of a key that must be HOST:PORT, such as the example, or empty.
func address(key, text, example string) fault {
	if text == "" {
		return fault{}
	}
	host, port, err := net.SplitHostPort(text)
	if err != nil || strings.ContainsAny(host, " \t/") {
		return fault{key, fmt.Sprintf("%q, want HOST:PORT as in %s, or nothing", text, example)}
	}
	n, err := strconv.ParseUint(port, 10, 16)
	return when(err != nil || n == 0, key, "%q has the port %q, want 1 to 65535", text, port)
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// isID reports whether text can be a Discord id.
func isID(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && n > 0 && len(text) >= 17
}

// retention returns the fault of a time for which something is kept.
func retention(key string, d duration) fault {
	return when(d != 0 && (time.Duration(d) < 24*time.Hour || time.Duration(d) > 87600*time.Hour), key,
		"%v, want 0 for no end, or 24h to 87600h", time.Duration(d))
}

// check returns the first fault of the configuration.
func (c *config) check() fault {
	if err := database.ValidateSource(c.Database); err != nil {
		return fault{"database", strings.TrimPrefix(err.Error(), "database ")}
	}
	_, err := c.Log.level()
	return first(c.Discord.check(), c.HTTP.check(c.Discord.Transport), c.Web.check(),
		when(c.Discord.Transport == overHTTP && c.Web.Address != "" && c.Web.Address == c.HTTP.Address, "web.address",
			"%q is http.address too; give each its own address: a proxy can serve both at one name, by their paths", c.Web.Address),
		c.Engine.check(),
		c.Outside.check(),
		between("games.challenge_lapses", time.Duration(c.Games.ChallengeLapses), time.Minute, 720*time.Hour, "1m to 720h"),
		between("games.most_open", c.Games.MostOpen, 1, 1000, "1 to 1000"),
		oneOf("games.place", c.Games.Place, string(game.InThread), string(game.InChannel)),
		between("limits.person", c.Limits.Person, 0, 1_000_000, "0 for no limit, or up to 1000000"),
		between("limits.server", c.Limits.Server, 0, 1_000_000, "0 for no limit, or up to 1000000"),
		between("limits.every", time.Duration(c.Limits.Every), time.Second, 24*time.Hour, "1s to 24h"),
		c.Backup.check(c.Database),
		retention("keep.left_servers", c.Keep.LeftServers),
		retention("keep.idle_games", c.Keep.IdleGames),
		retention("keep.reviews", c.Keep.Reviews),
		retention("keep.found_puzzles", c.Keep.FoundPuzzles),
		oneOf("log.format", c.Log.Format, "text", "json"),
		when(err != nil, "log.level", "%q, want debug, info, warn or error", c.Log.Level),
		address("metrics.address", c.Metrics.Address, "127.0.0.1:9100"),
		address("debug.address", c.Debug.Address, "127.0.0.1:6060"),
	)
}

func (c discordConfig) check() fault {
	return first(
		c.checkAPI(),
		oneOf("discord.transport", c.Transport, overGateway, overHTTP),
		oneOf("discord.messages", c.Messages, string(bot.ReadDirect), string(bot.ReadMentions), string(bot.ReadAll)),
		when(c.Guild != "" && !isID(c.Guild), "discord.guild", "%q, want the id of a server (17 to 20 digits in quotes; "+
			"in Discord: right click on the server, Copy Server ID) or nothing", c.Guild),
	)
}

// checkAPI finds an address to which the token must not be sent.
func (c discordConfig) checkAPI() fault {
	to, err := url.Parse(c.API)
	const key = "discord.api"
	return first(
		when(err != nil, key, "%q is not an address; want http://127.0.0.1:8765 as a playground prints it, or nothing", c.API),
		when(c.API != "" && err == nil && (to.Host == "" || to.Path != "" && to.Path != "/" || to.User != nil), key,
			"%q, want scheme, host and port alone, as in http://127.0.0.1:8765", c.API),
		when(c.API != "" && err == nil && to.Scheme != "https" && (to.Scheme != "http" || !isLoopback(to.Hostname())), key,
			"%q, want https, or http on this machine: the token must not travel in the clear", c.API),
	)
}

// check finds what would keep Discord from reaching the bot.
func (c httpConfig) check(transport string) fault {
	if transport != overHTTP { // it is not used now, but would be wrong when it is
		return address("http.address", c.Address, "127.0.0.1:8080")
	}
	const together = "http.certificate and http.key go together; leave both empty where a proxy ends TLS"
	u, err := url.Parse(c.URL)
	return first(
		when(c.Address == "", "http.address", "it is empty; want HOST:PORT as in 127.0.0.1:8080, where the proxy or Discord finds the bot"),
		address("http.address", c.Address, "127.0.0.1:8080"),
		when(c.URL != "" && (err != nil || u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname())) || u.Host == ""), "http.url",
			"%q, want the https address at which Discord gets here, as in https://xiangqi.example.org/interactions, or nothing", c.URL),
		when(c.Certificate == "" && c.Key != "", "http.certificate", together),
		when(c.Certificate != "" && c.Key == "", "http.key", together),
		c.checkCertificate(),
	)
}

func (c httpConfig) checkCertificate() fault {
	if c.Certificate == "" || c.Key == "" {
		return fault{}
	}
	_, err := tls.LoadX509KeyPair(c.Certificate, c.Key)
	return when(err != nil, "http.certificate", "%v; want the path of a certificate with its chain in PEM, and http.key that of its key", err)
}

// check finds what would keep people from the page, or let others read along.
func (c webConfig) check() fault {
	const key = "web.url"
	u, err := url.Parse(c.URL)
	return first(
		address("web.address", c.Address, "127.0.0.1:8090"),
		when(c.Address == "" && c.URL != "", "web.address", "it is empty, but web.url is %q; want HOST:PORT as in 127.0.0.1:8090, "+
			"where the proxy finds the bot", c.URL),
		when(c.Address != "" && c.URL == "", key, "it is empty; want the https address at which people reach web.address, "+
			"as in https://xiangqi.example.org"),
		when(c.URL != "" && (err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil ||
			u.Scheme != "https" && (u.Scheme != "http" || !isLoopback(u.Hostname()))), key,
			"%q, want an https address, or http on this machine, as in https://xiangqi.example.org", c.URL),
	)
}

func (e engineConfig) check() fault {
	_, err := e.network()
	return first(
		when(err != nil, "engine.network",
			"%v; give the path of a network that xiangqi-lab train has written, off for the hand-written evaluation, or nothing", err),
		between("engine.searches", e.Searches, 0, 64, "0 to 64"),
		between("engine.table_mb", e.TableMB, 1, 65536, "1 to 65536"),
		between("engine.review_nodes", e.ReviewNodes, 100, 10_000_000, "100 to 10000000"),
	)
}

func (c outsideConfig) check() fault {
	const name = "outside_engine.name"
	return first(
		when(c.Path == "" && c.Name != "", name, "%q names an engine that has no outside_engine.path", c.Name),
		when(c.Name != strings.TrimSpace(c.Name), name, "%q, want a name without blanks around it", c.Name),
		when(strings.ContainsFunc(c.Name, unicode.IsControl), name, "%q, want a name in one line", c.Name),
		when(len(c.Name) > 40, name, "%q, want 40 bytes at most", c.Name),
		between("outside_engine.first_rank", c.FirstRank, 0, 1, "0 or 1"),
		between("outside_engine.move_time", time.Duration(c.MoveTime), 10*time.Millisecond, time.Minute, "10ms to 1m"),
		when(c.Nodes < 0, "outside_engine.nodes", "%d, want 0 for no limit, or how many", c.Nodes),
		between("outside_engine.rest", time.Duration(c.Rest), time.Second, 24*time.Hour, "1s to 24h"),
		c.checkProgram(),
	)
}

// checkProgram finds faults that would otherwise show only when somebody challenges the engine.
func (c outsideConfig) checkProgram() fault {
	for _, o := range c.Options {
		if name, _, ok := strings.Cut(o, "="); !ok || strings.TrimSpace(name) == "" {
			return fault{"outside_engine.options", fmt.Sprintf("%q, want NAME=VALUE", o)}
		}
	}
	if c.Path == "" {
		return fault{}
	}
	_, err := exec.LookPath(c.Path)
	return when(err != nil, "outside_engine.path",
		"%v; give the path of a program that speaks UCI and may be executed, or leave the key empty to play without one", err)
}

func (c backupConfig) check(database string) fault {
	return first(
		when(c.Folder != "" && !strings.HasPrefix(database, "sqlite:"), "backup.folder",
			"%q, but the database is on PostgreSQL, whose backups pg_dump makes; leave the key empty", c.Folder),
		between("backup.every", time.Duration(c.Every), time.Minute, 8760*time.Hour, "1m to 8760h"),
		between("backup.keep", c.Keep, 1, 10000, "1 to 10000"),
		c.checkCommand(),
	)
}

// checkCommand finds faults that would otherwise show only when the first backup is made.
func (c backupConfig) checkCommand() fault {
	const key = "backup.command"
	if len(c.Command) == 0 {
		return fault{}
	}
	_, err := exec.LookPath(c.Command[0])
	return first(
		when(c.Folder == "", key, "%q, but no backups are made; set backup.folder", c.Command),
		when(!slices.ContainsFunc(c.Command[1:], func(word string) bool { return strings.Contains(word, "{}") }), key,
			"%q names no backup; write {} where its path belongs", c.Command),
		when(err != nil, key, "%v; give the path of a program that may be executed", err),
	)
}
