package game_test

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"xiangqibot/bot/game"
)

// tournaments are those of a memory, as a database would keep them.
type tournaments map[game.TournamentID]savedTournament

type savedTournament struct {
	guild string
	data  []byte
}

func (ts tournaments) read(id game.TournamentID) (*game.Tournament, error) {
	saved, ok := ts[id]
	if !ok {
		return nil, &game.Refusal{Code: game.NoTournament, Tournament: id}
	}
	t := &game.Tournament{ID: id, Guild: saved.guild}
	return t, json.Unmarshal(saved.data, t)
}

func (m *memory) lendTournament(t *game.Tournament, fn func(*game.Tournament) error) (*game.Tournament, error) {
	if err := fn(t); err != nil {
		return nil, err
	}
	m.owe(t.TakeJobs())
	for _, p := range t.TakeMet() {
		m.players[p.Person] = p
	}
	data, err := json.Marshal(t)
	m.tournaments[t.ID] = savedTournament{t.Guild, data}
	return t, err
}

func (m *memory) CreateTournament(_ context.Context, claim string, fn func(*game.Tournament) error) (*game.Tournament, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.claim(claim); err != nil {
		return nil, err
	}
	return m.lendTournament(&game.Tournament{ID: game.TournamentID(len(m.tournaments) + 1)}, fn)
}

func (m *memory) UpdateTournament(_ context.Context, claim string, id game.TournamentID, fn func(*game.Tournament) error) (*game.Tournament, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.claim(claim); err != nil {
		return nil, err
	}
	t, err := m.tournaments.read(id)
	if err != nil {
		return nil, err
	}
	return m.lendTournament(t, fn)
}

func (m *memory) Tournament(_ context.Context, id game.TournamentID) (*game.Tournament, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tournaments.read(id)
}

func (m *memory) Tournaments(_ context.Context, guild string) (found []*game.Tournament, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, saved := range m.tournaments {
		if saved.guild == guild {
			t, err := m.tournaments.read(id)
			if err != nil {
				return nil, err
			}
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b *game.Tournament) int { return cmp.Compare(b.ID, a.ID) })
	return found, nil
}

func (m *memory) Begin(_ context.Context, f game.Fixture, fn func(*game.Game) error) (*game.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range m.games {
		if g.Fixture == f {
			return m.read(g), nil
		}
	}
	return m.lend("", &game.Game{ID: game.ID(len(m.games) + 1)}, fn)
}
