// Package shard declares how several processes divide the bot's shards, its connections to Discord's gateway, among
// themselves. Discord determines the number of shards; each receives the events of some of the servers. The number
// grows with the servers, and the processes ask for it at different times: it is kept in the [Store], and the latest
// answer counts.
//
// The processes share a Store, which package store implements. Each calls Renew every second, which stores the resume
// points of its shards and returns the shards that it is to run from then on. Before a shard starts a new session it
// calls Identify, and a process that stops calls Release. The [ResumePoint] of a shard lets another process resume its
// session where the previous process stopped. The loop that does this is discord.Shards.
package shard

import (
	"context"
	"time"
)

// ResumePoint is what it takes to resume the session of a shard.
type ResumePoint struct {
	Session string // empty: there is none
	URL     string // the gateway address for resuming it
	Seq     int64  // the sequence number of the last event that was processed
}

// Store assigns shards to processes.
type Store interface {
	// Renew stores the resume points of this process's shards, gives up the shards beyond its share, claims free ones,
	// and returns the shards that it then holds and the total number. A shard that is missing from the result belongs
	// to another process and must not be used any longer. A shard that this process holds but does not pass in at is
	// returned with its stored resume point.
	//
	// n is the number of shards that Discord has just reported: a different number replaces all of them. It is 0 if
	// Discord was not asked. A process must not repeat a number from an earlier call, which could undo what another one
	// has learned since.
	Renew(ctx context.Context, n int, at map[int]ResumePoint) (held map[int]ResumePoint, of int, err error)
	// Identify requests permission to start a session in one of the groups of shards that have to identify one after
	// the other, with at least apart between two. It returns how long to wait before asking again; 0: permission is
	// granted.
	Identify(ctx context.Context, group int, apart time.Duration) (wait time.Duration, err error)
	// Release gives up all shards of this process.
	Release(ctx context.Context, at map[int]ResumePoint) error
}
