package fairqueue

// Demand counts the requests under each key, to divide time fairly: among servers, then among the people of each
// server, then among the requests of each person. The zero value is empty and ready to use.
type Demand struct{ servers map[string]map[string]int }

// Add counts one more request under a key.
func (c *Demand) Add(k Key) {
	if c.servers == nil {
		c.servers = make(map[string]map[string]int)
	}
	at := k.path()
	if c.servers[at[0]] == nil {
		c.servers[at[0]] = make(map[string]int)
	}
	c.servers[at[0]][at[1]]++
}

// Shares returns the divisor of a request's share: the share of one request under the key is the total time divided by
// it. The key must have been added.
func (c *Demand) Shares(k Key) int {
	at := k.path()
	people := c.servers[at[0]]
	return len(c.servers) * len(people) * people[at[1]]
}
