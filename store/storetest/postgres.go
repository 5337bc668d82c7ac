//go:build linux

package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
)

// postgresPrograms is where Debian installs PostgreSQL 15.
const postgresPrograms = "/usr/lib/postgresql/15/bin"

// nobody is the id of the user and the group without rights, on Debian.
const nobody = 65534

// server is the PostgreSQL server of a test program. It ends with the program, in whatever way that ends.
var server struct {
	sync.Mutex
	running *postgres
	err     error
	schemas int
}

// Postgres returns the source of a new, empty schema for store.Open, on a PostgreSQL server that belongs to the test
// program. The first test that needs the server starts it, in a temporary folder and reachable only through a socket
// there; [StopPostgres] stops it. Without PostgreSQL 15 the test is skipped, or fails if XIANGQI_REQUIRE_POSTGRES is
// set. So it is skipped with -short: a quick run needs one back-end.
func Postgres(t testing.TB) (source string) {
	t.Helper()
	if testing.Short() && os.Getenv("XIANGQI_REQUIRE_POSTGRES") == "" {
		t.Skip("PostgreSQL is left out with -short")
	}
	if _, err := os.Stat(filepath.Join(postgresPrograms, "initdb")); err != nil {
		if os.Getenv("XIANGQI_REQUIRE_POSTGRES") != "" {
			t.Fatal(err)
		}
		t.Skip("PostgreSQL 15 is not installed: ", err)
	}
	server.Lock()
	defer server.Unlock()
	if server.running == nil && server.err == nil {
		server.running, server.err = startPostgres()
	}
	if server.err != nil {
		t.Fatal(server.err)
	}
	server.schemas++
	name := fmt.Sprintf("t%d", server.schemas)
	if _, err := server.running.db.ExecContext(t.Context(), `CREATE SCHEMA `+name); err != nil {
		t.Fatal(err)
	}
	return server.running.address(name)
}

// StopPostgres stops the server, if there is one, and removes its data. TestMain calls it.
func StopPostgres() {
	server.Lock()
	defer server.Unlock()
	if server.running != nil {
		server.running.stop()
		server.running = nil
	}
}

// CrashPostgres ends the server at once, with all connections and without writing anything more, and starts it again on
// what is on disk. No other test may use it at the same time.
func CrashPostgres(t testing.TB) {
	t.Helper()
	server.Lock()
	defer server.Unlock()
	if err := errors.Join(server.running.end(), server.running.begin()); err != nil {
		t.Fatal(err)
	}
}

// postgres is a running server.
type postgres struct {
	folder string
	owner  *syscall.Credential
	alive  io.Closer // held by this program; the server ends when it is closed
	db     *sql.DB   // makes the schemas
}

func startPostgres() (_ *postgres, err error) {
	folder, err := os.MkdirTemp("", "pg") // short: the name of a socket has at most 107 letters
	if err != nil {
		return nil, err
	}
	p := &postgres{folder: folder}
	defer func() {
		if err != nil {
			p.stop()
		}
	}()
	if os.Geteuid() == 0 { // as root PostgreSQL refuses to run
		p.owner = &syscall.Credential{Uid: nobody, Gid: nobody}
		if err := os.Chown(folder, nobody, nobody); err != nil {
			return nil, err
		}
	}
	if err := p.run("initdb", "-D", "data", "-U", "test", "-A", "trust", "--no-sync", "-E", "UTF8"); err != nil {
		return nil, err
	}
	if err := p.begin(); err != nil {
		return nil, err
	}
	guard := p.command("/bin/sh", "-c", "cat; "+postgresPrograms+"/pg_ctl -D data -m immediate stop; rm -rf "+folder)
	if p.alive, err = guard.StdinPipe(); err != nil {
		return nil, err
	}
	if err := guard.Start(); err != nil {
		return nil, err
	}
	p.db, err = sql.Open("pgx", p.address("public"))
	return p, err
}

// command returns a command that runs in the folder.
func (p *postgres) command(program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(context.Background(), program, args...) //nolint:forbidigo,gosec // a test runs PostgreSQL; it serves all tests
	cmd.Dir = p.folder
	cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.owner, Setpgid: true} // no interrupt of the terminal reaches it
	return cmd
}

// run runs a program of PostgreSQL until it ends.
func (p *postgres) run(program string, args ...string) error {
	if out, err := p.command(filepath.Join(postgresPrograms, program), args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

// begin starts the server and waits until it accepts connections. Nothing has to outlive the power: a test kills
// programs, not the machine.
func (p *postgres) begin() error {
	return p.run("pg_ctl", "-D", "data", "-l", "log", "-w", "start", "-o", "-k "+p.folder+" -c listen_addresses= -c fsync=off "+
		"-c max_connections=200 -c log_min_messages=error -c log_min_error_statement=panic")
}

// end ends the server at once.
func (p *postgres) end() error { return p.run("pg_ctl", "-D", "data", "-m", "immediate", "stop") }

// address returns the address of a schema on the server.
func (p *postgres) address(schema string) string {
	query := url.Values{"host": {p.folder}, "search_path": {schema}}
	return (&url.URL{Scheme: "postgres", User: url.User("test"), Path: "/postgres", RawQuery: query.Encode()}).String()
}

// stop stops the server at once and removes its folder.
func (p *postgres) stop() {
	if p.db != nil {
		_ = p.db.Close()
	}
	_ = p.end() // it may not have started
	if p.alive != nil {
		_ = p.alive.Close()
	}
	_ = os.RemoveAll(p.folder)
}
