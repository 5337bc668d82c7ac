package wire

import "fmt"

// Permission bits that the playground checks.
const (
	ManageGuild           uint64 = 1 << 5
	AddReactions          uint64 = 1 << 6
	ViewChannel           uint64 = 1 << 10
	SendMessages          uint64 = 1 << 11
	EmbedLinks            uint64 = 1 << 14
	AttachFiles           uint64 = 1 << 15
	ReadMessageHistory    uint64 = 1 << 16
	ManageRoles           uint64 = 1 << 28
	CreatePublicThreads   uint64 = 1 << 35
	SendMessagesInThreads uint64 = 1 << 38
)

// InvitePermissions are the permissions of a bot's invitation.
const InvitePermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadMessageHistory |
	CreatePublicThreads | SendMessagesInThreads

// AllPermissions has all bits set.
const AllPermissions uint64 = 1<<64 - 1

// botPermissions are the permissions of bots that the playground enforces, by their names in Discord's documentation.
var botPermissions = []struct {
	name string
	bit  uint64
}{
	{"VIEW_CHANNEL", ViewChannel},
	{"SEND_MESSAGES", SendMessages},
	{"SEND_MESSAGES_IN_THREADS", SendMessagesInThreads},
	{"CREATE_PUBLIC_THREADS", CreatePublicThreads},
	{"EMBED_LINKS", EmbedLinks},
	{"ATTACH_FILES", AttachFiles},
	{"READ_MESSAGE_HISTORY", ReadMessageHistory},
	{"ADD_REACTIONS", AddReactions},
	{"MANAGE_ROLES", ManageRoles},
}

// PermissionNames returns the names of the permissions of bots that are among the bits.
func PermissionNames(have uint64) []string {
	names := []string{}
	for _, p := range botPermissions {
		if have&p.bit != 0 {
			names = append(names, p.name)
		}
	}
	return names
}

// PermissionBits returns the bits of permissions of bots by their names.
func PermissionBits(names []string) (uint64, error) {
	set := uint64(0)
next:
	for _, name := range names {
		for _, p := range botPermissions {
			if p.name == name {
				set |= p.bit
				continue next
			}
		}
		return 0, fmt.Errorf("%q is not a permission that the playground has. The permissions are: %v",
			name, PermissionNames(AllPermissions))
	}
	return set, nil
}
