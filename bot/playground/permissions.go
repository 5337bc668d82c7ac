package playground

import (
	"slices"
	"strconv"

	"xiangqibot/bot/playground/wire"
)

// bits formats permission bits as Discord does.
func bits(p uint64) string { return strconv.FormatUint(p, 10) }

// number64 parses permission bits; anything invalid is no permissions.
func number64(s string) uint64 {
	p, _ := strconv.ParseUint(s, 10, 64)
	return p
}

// allPermissions has all bits set.
const allPermissions uint64 = 1<<64 - 1

// permissionNames returns the names of those bits that the playground knows.
func permissionNames(have uint64) []string {
	names := []string{}
	for _, p := range wire.NamedPermissions() {
		if have&p.Bit != 0 {
			names = append(names, p.Name)
		}
	}
	return names
}

func permissionBits(names []string) (uint64, error) {
	known := wire.NamedPermissions()
	set := uint64(0)
	for _, name := range names {
		i := slices.IndexFunc(known, func(p wire.Permission) bool { return p.Name == name })
		if i < 0 {
			return 0, fail(400, "%q is no permission that the playground knows. There are: %v.", name,
				permissionNames(allPermissions))
		}
		set |= known[i].Bit
	}
	return set, nil
}
