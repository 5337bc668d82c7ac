// Package shard declares how several processes divide the bot's shards, its connections to Discord's gateway, among
// themselves. Discord says how many shards there are; each gets the events of some of the servers. That number grows with
// the servers, and the processes ask for it at different times: it is kept in the Store, and the latest answer counts.
//
// The processes share a Store, which package store implements. Each calls Hold every second: that reports how far its
// shards have come and returns those that it is to run from then on. Before a shard begins a new session it asks
// Identify, and a process that stops calls Leave. The Mark of a shard lets another process resume its session where the
// process before it stopped. The loop that does this is discord.Shards.
package shard

import (
	"context"
	"time"
)

// Mark is how far a shard has come: what it takes to resume its session.
type Mark struct {
	Session string // empty: there is none
	URL     string // at which Discord resumes it
	Seq     int64  // of the last event that was taken
}

// Store keeps which process holds which shard.
type Store interface {
	// Hold keeps how far the shards of this process have come, gives back what is more than its share, takes what nobody
	// holds, and returns what it then holds and of how many. A shard that is missing from the answer has another process,
	// and must not be used any longer. What this process does not name in one call after the other it has again as it was
	// kept.
	//
	// n is how many shards there are to be, by what Discord has just said: another number makes all of them anew. It is 0
	// where Discord was not asked. A process that repeated what it was told hours ago would undo what another one was told
	// since.
	Hold(ctx context.Context, n int, at map[int]Mark) (held map[int]Mark, of int, err error)
	// Identify asks for a new session in one of the groups of shards that Discord lets identify one after the other, at
	// least apart from each other. It returns how long to wait before the next question; 0: now.
	Identify(ctx context.Context, group int, apart time.Duration) (wait time.Duration, err error)
	// Leave gives all shards of this process back.
	Leave(ctx context.Context, at map[int]Mark) error
}
