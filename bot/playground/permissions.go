package playground

import (
	"slices"
	"strconv"

	"xiangqibot/bot/playground/wire"
)

// bits writes a set of permissions as Discord does.
func bits(p uint64) string { return strconv.FormatUint(p, 10) }

// number64 reads what bits wrote; what is no number allows nothing.
func number64(s string) uint64 {
	p, _ := strconv.ParseUint(s, 10, 64)
	return p
}

// allPermissions are all bits that there may be.
const allPermissions uint64 = 1<<64 - 1

// permissionNames are the names of those bits that the playground knows.
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
