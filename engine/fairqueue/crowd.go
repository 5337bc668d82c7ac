package fairqueue

// Demand counts what is asked for under each key, to divide time fairly: among servers, then among the people of each,
// then among what each of them has asked for. The zero value is empty and ready to use.
type Demand struct{ servers map[string]map[string]int }

// Add counts one more thing that is asked for under a key.
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

// Shares is into how many equal parts all the time has to be divided for one of them to be the share of what is asked
// for under a key, which has been counted.
func (c *Demand) Shares(k Key) int {
	at := k.path()
	people := c.servers[at[0]]
	return len(c.servers) * len(people) * people[at[1]]
}
