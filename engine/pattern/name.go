package pattern

import "slices"

// Name is a mate that players know by name, or the loss by stalemate.
type Name uint8

// The names, the most significant first. "King" is the loser's, "general" the winner's; ranks count from the winner's
// edge to 9, the king's back rank; the files are a to i.
const (
	NoName     Name = iota
	Kunbi           // 困毙: no check and no legal move
	Shuangbei       // 双杯献酒: a cannon is given away on a point, and the other one mates there
	Songfo          // 送佛归殿: a pawn drives the king to its back rank, check by check
	Haidi           // 海底捞月: a cannon from behind drives a rook off the king's file, then rook and general mate
	Shuangma        // 双马饮泉: a horse checks, the other one holds a flight
	Dadan           // 大胆穿心: a rook has taken the advisor in the middle of the palace
	Xiaodao         // 小刀剜心: a pawn has taken it
	Paonian         // 炮碾丹砂: a cannon sweeps the back rank before a rook
	Pingding        // 平顶冠: a rook or pawn before the king and a cannon behind it, both giving check
	Tiandi          // 天地炮: a cannon on the middle file, the other one on the back rank
	Tiemen          // 铁门栓: a cannon on the middle file bars the door
	Jiache          // 夹车炮: two cannons and a rook from one side
	Chongpao        // 重炮: a cannon checks over the other one
	Mahoupao        // 马后炮: a cannon checks over a horse that holds the flights
	Mengong         // 闷宫: a cannon alone mates over an advisor
	Mensha          // 闷杀: the king's own pieces take all its flights
	Bahuang         // 拔簧马: a piece leaves the leg of a horse, which mates
	Bajiao          // 八角马: a horse on the corner of the palace across from the king's
	Guajiao         // 挂角马: a horse on d7 or f7
	Wocao           // 卧槽马: a horse on c8 or g8
	Diaoyu          // 钓鱼马: a horse on c7 or g7
	Cemian          // 侧面虎: a horse on c6 or g6, and a rook
	Lima            // 立马车: a rook next to the king, protected by a horse
	Ergui           // 二鬼拍门: two pawns on d8 and f8
	Shuangche       // 双车错: a rook checks, the other one holds a flight
	Xiaogui         // 小鬼坐龙廷: a pawn in the middle of the palace
	Laozu           // 老卒搜山: a pawn mates on the back rank
	Sanzi           // 三子归边: rook, horse and cannon on one wing
	Shuangzhao      // 双照将: two pieces check at once
	Duimian         // 对面笑: the general holds a file
)

var nameIDs = [...]string{
	"none", "kunbi", "shuangbei", "songfo", "haidi", "shuangma", "dadan", "xiaodao", "paonian", "pingding", "tiandi",
	"tiemen", "jiache", "chongpao", "mahoupao", "mengong", "mensha", "bahuang", "bajiao", "guajiao", "wocao", "diaoyu",
	"cemian", "lima", "ergui", "shuangche", "xiaogui", "laozu", "sanzi", "shuangzhao", "duimian",
}

// AllNames lists the names, the most significant first.
func AllNames() []Name { return allOf[Name](nameIDs[:]) }

// String returns the id of the name, such as "mahoupao": its pinyin.
func (n Name) String() string { return nameIDs[min(int(n), len(nameIDs)-1)] }

// IsName reports whether an id is that of a name.
func IsName(id string) bool { return slices.Contains(nameIDs[1:], id) }
