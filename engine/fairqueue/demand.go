package fairqueue

// Demand counts the requests under each key, to divide time fairly: among tenants, then among the users of each
// tenant, then among the requests of each user. The zero value is empty and ready to use.
type Demand struct{ tenants map[string]map[string]int }

// Add counts one more request under a key.
func (c *Demand) Add(k Key) {
	if c.tenants == nil {
		c.tenants = make(map[string]map[string]int)
	}
	at := k.path()
	if c.tenants[at[0]] == nil {
		c.tenants[at[0]] = make(map[string]int)
	}
	c.tenants[at[0]][at[1]]++
}

// Shares returns the divisor of a request's share: the share of one request under the key is the total time divided by
// it. The key must have been added.
func (c *Demand) Shares(k Key) int {
	at := k.path()
	users := c.tenants[at[0]]
	return len(c.tenants) * len(users) * users[at[1]]
}
