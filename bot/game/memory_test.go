package game_test

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"xiangqibot/bot/game"
)

// memory is a game.Store that forgets everything at the end of a test. The jobs that are owed stand in jobs, in their order.
// (The database has a suite of its own, in package store.)
type memory struct {
	mu        sync.Mutex
	games     map[game.ID]*game.Game
	players   map[game.Person]game.Player
	settings  map[game.Person]game.Settings
	servers   map[string]game.Server
	records   map[game.RecordID]game.SavedRecord
	imported  game.RecordID // the latest
	claims    map[string]bool
	vacations map[[2]string]game.Vacation // by person and server
	jobs      []game.Owed

	tournaments tournaments
}

func newMemory() *memory {
	return &memory{
		games: map[game.ID]*game.Game{}, players: map[game.Person]game.Player{},
		settings: map[game.Person]game.Settings{}, servers: map[string]game.Server{}, records: map[game.RecordID]game.SavedRecord{}, claims: map[string]bool{},
		vacations: map[[2]string]game.Vacation{}, tournaments: tournaments{},
	}
}

func (m *memory) Create(_ context.Context, claim string, fn func(*game.Game) error) (*game.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.lend(claim, &game.Game{ID: game.ID(len(m.games) + 1)}, func(g *game.Game) error {
		if err := fn(g); err != nil {
			delete(m.claims, claim)
			return err
		}
		return nil
	})
}

func (m *memory) Update(_ context.Context, claim string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	g, ok := m.games[id]
	if !ok {
		return nil, &game.Refusal{Code: game.NoSuchGame, Game: id}
	}
	return m.lend(claim, m.read(g), fn)
}

func (m *memory) lend(claim string, g *game.Game, fn func(*game.Game) error) (*game.Game, error) {
	if err := m.claim(claim); err != nil {
		return nil, err
	}
	before := maps.Clone(g.Players)
	if err := fn(g); err != nil {
		return nil, err
	}
	var joined []game.Person
	met := map[game.Person]game.Player{}
	for _, p := range g.People() {
		if _, lent := before[p]; !lent {
			joined, met[p] = append(joined, p), m.player(p)
		}
	}
	g.Know(met)
	if len(joined) > 0 && g.ByDay() {
		g.Accustom(m.habits(g))
	}
	for _, key := range g.TakeReserved() {
		if m.claim("reserved "+key) != nil {
			delete(m.claims, claim)
			return nil, &game.Refusal{Code: game.Outdated}
		}
	}
	m.save(g)
	return m.read(g), nil
}

func (m *memory) save(g *game.Game) {
	m.owe(g.TakeJobs())
	maps.Copy(m.players, g.Players)
	m.games[g.ID] = clone(g)
}

func (m *memory) owe(owed []game.Owed, waived []game.Job) {
	m.jobs = slices.DeleteFunc(m.jobs, func(o game.Owed) bool { return slices.Contains(waived, o.Job) })
	m.jobs = append(m.jobs, owed...)
}

func (m *memory) claim(claim string) error {
	if claim != "" && m.claims[claim] {
		return &game.Refusal{Code: game.AlreadyDone}
	}
	m.claims[claim] = true
	return nil
}

// read copies a game and fills its players in.
func (m *memory) read(g *game.Game) *game.Game {
	g = clone(g)
	g.Players = m.known(g)
	g.Habits = m.habits(g)
	return g
}

// habits tells how the people of a game by the day want its clock.
func (m *memory) habits(g *game.Game) map[game.Person]game.Habits {
	if !g.ByDay() {
		return nil
	}
	habits := map[game.Person]game.Habits{}
	for _, p := range g.People() {
		s := m.settings[p]
		habits[p] = game.Habits{Vacation: m.vacations[[2]string{string(p), g.Guild}], Reminders: s.Reminders, Zone: s.Zone}
	}
	return habits
}

func (m *memory) UpdateOf(_ context.Context, claim string, p game.Person, guild string, fn func(*game.Account) error) (*game.Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.claim(claim); err != nil {
		return nil, err
	}
	key := [2]string{string(p), guild}
	a := &game.Account{Person: p, Guild: guild, Settings: m.settings[p], Vacation: m.vacations[key]}
	for _, g := range m.games {
		if g.Takes(p) && g.State.Open() && g.Guild == guild {
			a.Games = append(a.Games, m.read(g))
		}
	}
	if err := fn(a); err != nil {
		return nil, err
	}
	m.settings[p], m.vacations[key] = a.Settings, a.Vacation
	for _, g := range a.Games {
		m.save(g)
	}
	m.owe(a.TakeJobs())
	return a, nil
}

func (m *memory) Vacation(_ context.Context, p game.Person, guild string) (game.Vacation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.vacations[[2]string{string(p), guild}], nil
}

func (m *memory) known(g *game.Game) map[game.Person]game.Player {
	known := map[game.Person]game.Player{}
	for _, p := range g.People() {
		known[p] = m.player(p)
	}
	return known
}

func (m *memory) player(p game.Person) game.Player {
	if player, ok := m.players[p]; ok {
		return player
	}
	return game.Newcomer(p)
}

func (m *memory) Game(_ context.Context, id game.ID) (*game.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if g, ok := m.games[id]; ok {
		return m.read(g), nil
	}
	return nil, &game.Refusal{Code: game.NoSuchGame, Game: id}
}

func (m *memory) Games(_ context.Context, q game.Query) ([]*game.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if q.Simul == 0 && len(slices.DeleteFunc([]string{string(q.Person), q.Channel, q.Home}, func(key string) bool { return key == "" })) != 1 || q.Own && !q.Open {
		return nil, errors.New("the database refuses such a query") // see store.TestGamesOfAPersonAndAChannel
	}
	var found []*game.Game
	for _, g := range m.games {
		hers := g.State == game.Active || g.Challenger == q.Person
		at := q.Simul != 0 && g.Simul == q.Simul || q.Channel != "" && g.Channel == q.Channel || q.Home != "" && g.Home == q.Home
		if (at || g.Takes(q.Person)) && (g.State.Open() || !q.Open) && (hers || !q.Own) {
			found = append(found, m.read(g))
		}
	}
	slices.SortFunc(found, func(a, b *game.Game) int { return cmp.Compare(b.ID, a.ID) })
	limit := q.Limit
	if limit == 0 {
		limit = 100
	}
	return found[:min(limit, len(found))], nil
}

func (m *memory) Leaderboard(_ context.Context, q game.BoardQuery) ([]game.BoardLine, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.board(q)
	all = all[min(q.Offset, len(all)):]
	return all[:min(q.Limit, len(all))], nil
}

func (m *memory) Place(_ context.Context, q game.BoardQuery, p game.Person) (game.BoardLine, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.board(q)
	i := slices.IndexFunc(all, func(l game.BoardLine) bool { return l.Seat.Person == p })
	if i < 0 {
		return game.BoardLine{}, false, nil
	}
	all[i].Place = i + 1
	return all[i], true, nil
}

// board is a board of everywhere and all times, whatever is asked for.
func (m *memory) board(q game.BoardQuery) []game.BoardLine {
	var lines []game.BoardLine
	for p, player := range m.players {
		class := q.Class
		if class == game.Untimed {
			class = player.Surest()
		}
		if s := player.In(class); s.Games > 0 {
			lines = append(lines, game.BoardLine{Seat: game.Seat{Person: p}, Player: player, Value: s.Rating.R, Sure: !s.Rating.Provisional(), Games: s.Games})
		}
	}
	slices.SortFunc(lines, func(a, b game.BoardLine) int {
		if a.Sure != b.Sure {
			return map[bool]int{true: -1, false: 1}[a.Sure]
		}
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Seat.Person, b.Seat.Person))
	})
	return lines
}

func (m *memory) Player(_ context.Context, p game.Person) (game.Player, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.player(p), nil
}

func (m *memory) Results(context.Context, game.ResultQuery) ([]game.Result, error) { return nil, nil }

func (m *memory) Mark(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.claims["once "+key] = true
	return nil
}

func (m *memory) Marked(_ context.Context, key string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.claims["once "+key], nil
}

func (m *memory) Settings(_ context.Context, p game.Person) (game.Settings, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.settings[p], nil
}

func (m *memory) UpdateSettings(_ context.Context, claim string, p game.Person, fn func(*game.Settings) error) (game.Settings, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return change(m, claim, m.settings, p, fn)
}

func (m *memory) Server(_ context.Context, guild string) (game.Server, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.servers[guild], nil
}

func (m *memory) UpdateServer(_ context.Context, claim, guild string, fn func(*game.Server) error) (game.Server, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return change(m, claim, m.servers, guild, fn)
}

// change lends fn a value and keeps what it leaves.
func change[K comparable, V any](m *memory, claim string, values map[K]V, key K, fn func(*V) error) (V, error) {
	value := values[key]
	if err := m.claim(claim); err != nil {
		return value, err
	}
	if err := fn(&value); err != nil {
		return value, err
	}
	values[key] = value
	return value, nil
}

func (m *memory) SaveRecord(_ context.Context, claim string, r game.SavedRecord, room game.RecordRoom) (game.RecordID, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.claim(claim); err != nil {
		return 0, err
	}
	m.imported++
	r.ID = m.imported
	m.records[r.ID] = r
	left, bytes := room.Records, room.Bytes
	for _, r := range m.recordsOf(r.Owner) {
		if left, bytes = left-1, bytes-len(r.File); left < 0 || bytes < 0 {
			delete(m.records, r.ID)
		}
	}
	return r.ID, nil
}

func (m *memory) Record(_ context.Context, id game.RecordID) (game.SavedRecord, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.records[id]
	if !ok {
		return r, &game.Refusal{Code: game.NoSuchRecord, Record: id}
	}
	return r, nil
}

func (m *memory) Records(_ context.Context, owner game.Person) ([]game.SavedRecord, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	his := m.recordsOf(owner)
	for i := range his {
		his[i].File = nil
	}
	return his, nil
}

// recordsOf lists the records of a person, the newest first.
func (m *memory) recordsOf(owner game.Person) []game.SavedRecord {
	his := slices.Collect(maps.Values(m.records))
	his = slices.DeleteFunc(his, func(r game.SavedRecord) bool { return r.Owner != owner })
	slices.SortFunc(his, func(a, b game.SavedRecord) int { return cmp.Compare(b.ID, a.ID) })
	return his
}

func (m *memory) Kept(_ context.Context, p game.Person) (game.Kept, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return game.Kept{Games: m.with(p)}, nil
}

func (m *memory) Erase(_ context.Context, claim string, p game.Person, leave func(*game.Game) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.claim(claim); err != nil {
		return err
	}
	for _, g := range m.with(p) {
		if g.State.Open() {
			if err := leave(g); err != nil {
				return err
			}
		}
		m.owe(g.TakeJobs())
		g.Forget(p)
		m.games[g.ID] = clone(g)
	}
	delete(m.players, p)
	delete(m.settings, p)
	return nil
}

// with lists the games in which p has a part, the oldest first.
func (m *memory) with(p game.Person) (games []*game.Game) {
	for id := range game.ID(len(m.games)) {
		if g := m.games[id+1]; g.Takes(p) {
			games = append(games, m.read(g))
		}
	}
	return games
}

func (m *memory) FirstVoteGame(context.Context, game.Person) (game.Achievement, error) {
	return game.Achievement{}, nil
}

func (m *memory) StartSeason(context.Context, string, game.Season) (game.Season, error) {
	return game.Season{}, errors.ErrUnsupported
}

func (m *memory) CloseSeason(context.Context, string, string, time.Time) (game.Season, error) {
	return game.Season{}, errors.ErrUnsupported
}

func (m *memory) Season(context.Context, string, int) (game.Season, error) {
	return game.Season{}, &game.Refusal{Code: game.NoSeason}
}

func (m *memory) FinalTable(context.Context, string, int, int) ([]game.BoardLine, error) {
	return nil, errors.ErrUnsupported
}
