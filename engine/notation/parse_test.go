package notation_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// Positions that the tables below share.
const (
	blackToMove = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1"
	twoCannons  = "3k5/9/4C4/9/9/4C4/9/9/4A4/5K3 w - - 0 1"
	fourPawns   = "4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/5K3 w - - 0 1"
	threePawns  = "4k4/9/9/6p2/9/6p2/9/6p2/9/3K5 b - - 0 1"
	fivePawns   = "3k5/2P6/2P6/2P6/2P1P4/9/9/9/9/4K4 w - - 0 1"
	guards      = "3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w - - 0 1"
)

// TestSpellings reads one move in many ways.
func TestSpellings(t *testing.T) {
	for _, c := range []struct{ fen, want, texts string }{
		{board.StartFEN, "h2e2", `炮二平五|砲二平五|包二平五|炮2平5|炮２平５|炮贰平伍|炮貳平伍|砲 二 平 五|1. 炮二平五|１．炮二平五|12、炮二平五
			1 炮二平五|炮二平五!?|炮二平五！|炮二平五。|C2=5|C2.5|c2=5|Ｃ２＝５|c2.5|1. C2=5|1.c2.5|h2e2|H2-E2|H2E2|h2-e2|ｈ２ｅ２|h2 e2
			H2－E2|h2—e2|3 h2e2|C二平五|炮二平五+|h2e2#|C2=5+!|... 炮二平五|… C2=5`},
		{board.StartFEN, "h2h9", `h2xh9|H2xH9|h2:h9|h2 x h9`},
		{board.StartFEN, "b0c2", `马八进七|馬八進七|傌八进七|马8上7|马捌进柒|H8+7|N8+7|n8+7|b0c2|B0-C2`},
		{board.StartFEN, "c0e2", `相七进五|象七进五|相7進5|E7+5|B7+5|b7+5`},
		{board.StartFEN, "d0e1", `仕六进五|士六进五|A6+5|a6+5`},
		{board.StartFEN, "e0e1", `帅五进一|帥五进一|將五進一|将5进1|K5+1`},
		{board.StartFEN, "i0i1", `车一进一|車一進一|俥一进一|车1进1|R1+1|r1+1`},
		{board.StartFEN, "c3c4", `兵七进一|卒七进一|P7+1|p7+1|3.p7+1`},
		{blackToMove, "h9g7", `马８进７|馬８進７|馬8進7|马8进7|马八进七|傌捌進柒|H8+7|h8+7|1… 马８进７|1... 马8进7|1...马8进7`},
		{blackToMove, "h9g7", "h10g8|H10-G8|h9g7"}, // a rank 10 shows that ranks count from 1
		{twoCannons, "e7e5", `前炮退二|炮前退二|C+-2|+C-2|c+-2|+c-2`},
		{twoCannons, "e4d4", `后炮平六|後砲平六|后炮平6|C-=6|C-.6|-C=6|-c.6`},
		// The books want 后炮, but no other cannon has the move.
		{"3k5/4C4/9/9/9/9/4C4/9/4A4/5K3 w - - 0 1", "e3e5", `炮五进二|C5+2`},
		{fourPawns, "f8g8", `一兵平三|前四平三|前4平3|前兵四平三|一兵四平三|Pa=3|Pa.3|pa.3|14=3|+4=3|前兵平三`},
		{fourPawns, "d6c6", `四兵平七|后六平七|後六平七|後兵六平七|二兵六平七|Pd=7|26=7|26.7|-6=7|12. 26.7|后兵平七`},
		{fourPawns, "e7e8", `兵五进一|P5+1`},
		{threePawns, "g6g5", `后卒进１|後卒進1|三卒进１|P-+1|-P+1|Pc+1|37+1`},
		{threePawns, "g4f4", `中卒平６|中卒平6|二卒平６|P.=6|.P=6|p..6|Pb.6|27=6`},
		{fivePawns, "c8c9", `前兵进一|一兵进一|Pa+1|17+1`},
		{fivePawns, "c7b7", `二兵平八|Pb.8|27=8`},
		{fivePawns, "c5b5", `后兵平八|四兵平八|P-=8|Pd.8`},
		{fourPawns, "f8g8", `P+4=3|P14=3|兵前四平三`},
		{guards, "d2e1", `仕六退五|前仕退五|A6-5`},
		{guards, "d0e1", `仕六进五|后仕进五|A6+5`},
		{guards, "c4e2", `相七退五|前相退五`},
		{guards, "c0a2", `相七进九|后相进九`},
	} {
		p := testcases.Position(t, c.fen)
		for _, text := range strings.FieldsFunc(c.texts, func(r rune) bool { return strings.ContainsRune("|\n\t", r) }) {
			if m, err := notation.Parse(&p, text); err != nil || m != testcases.Move(t, c.want) {
				t.Errorf("%s: %q is read as %v, %v; want %s", c.fen, text, m, err, c.want)
			}
		}
	}
}

// TestVietnamese reads one move in many ways. The first texts have that meaning in every style, the others only in
// Vietnamese.
func TestVietnamese(t *testing.T) {
	for _, c := range []struct{ fen, want, everybody, vietnamese string }{
		{board.StartFEN, "h2e2", "Pháo 2 bình 5|phao 2 binh 5|PHÁO 2 BÌNH 5|P2 bình 5|1. Pháo 2 bình 5|pháo2bình5|P 2 binh 5!", "P2-5|p2-5|P2–5|1. P2-5|Ｐ２－５|P2-5!?"},
		{board.StartFEN, "b2b9", "Pháo 8 tấn 7|pháo 8 tiến 7", "P8.7|p8.7"},
		{board.StartFEN, "h2h1", "P2/1|p2/1|Pháo 2 thoái 1|phao 2 thoai 1|P2／1|P2 lui 1", ""},
		{board.StartFEN, "b0c2", "M8.7|m8.7|Mã 8 tấn 7|ma 8 tan 7|M8．7|1.M8.7|M8+7|m8 + 7|1.M8+7", ""},
		{board.StartFEN, "i0i1", "X1.1|Xe 1 tấn 1|xe 1 tan 1|Xa 1 tấn 1|X1+1", ""},
		{board.StartFEN, "d0e1", "S6.5|Sĩ 6 tấn 5|si 6 tan 5|Sỹ 6 tấn 5|sy 6 tan 5|S6+5", ""},
		{board.StartFEN, "c0e2", "T7.5|Tượng 7 tấn 5|tuong 7 tan 5|Tu\u031bo\u031b\u0323ng 7 ta\u0302\u0301n 5|T7+5|V7.5|Voi 7 tấn 5", ""},
		{board.StartFEN, "e0e1", "Tg5.1|TG5.1|tg5.1|Tướng 5 tấn 1|tuong 5 tan 1|Tu\u031bo\u031b\u0301ng 5 tấn 1|Tg5+1|Soái 5 tấn 1", ""},
		{board.StartFEN, "e3e4", "Tốt 5 tấn 1|Chốt 5 tấn 1|Binh 5 tấn 1|binh 5 tan 1|tot 5 tien 1", "B5.1|C5.1|b5.1|c5.1|B5+1|b5+1|C5+1"},
		{board.StartFEN, "g3g4", "Tốt 3 tấn 1", "B3+1|C3+1"},
		{blackToMove, "b9c7", "M2.3|Mã 2 tấn 3|1... M2.3", ""},
		{twoCannons, "e7e5", "Pt/2|PT/2|pt/2|Pháo trước thoái 2|phao truoc lui 2|P trước / 2", ""},
		{twoCannons, "e4d4", "Ps-6|Pháo sau bình 6|Ps=6", ""},
		{threePawns, "g4f4", "Bg-6|Binh giữa bình 6|tốt giua binh 6|Cg-6|Bg=6", ""},
		{threePawns, "g6g5", "Bs.1|Cs.1|Binh sau tấn 1", ""},
		{fourPawns, "f8g8", "Bt4-3|Binh trước 4 bình 3", "B14-3"},
		{fivePawns, "c7b7", "B27-8", ""},
		{fivePawns, "c5b5", "Bs-8|Bs7-8|B47-8", ""},
		{guards, "d2e1", "S6/5|St/5", ""},
		{guards, "c4e2", "Tt/5|Tượng trước thoái 5|Tuong truoc thoai 5", ""},
	} {
		p := testcases.Position(t, c.fen)
		everybody := strings.Split(c.everybody, "|")
		for _, text := range everybody {
			if m, err := notation.Parse(&p, text); err != nil || m != testcases.Move(t, c.want) {
				t.Errorf("%s: %q is read as %v, %v; want %s", c.fen, text, m, err, c.want)
			}
		}
		for _, text := range append(everybody, strings.FieldsFunc(c.vietnamese, func(r rune) bool { return r == '|' })...) {
			if m, err := notation.ParseAs(&p, text, notation.Vietnamese); err != nil || m != testcases.Move(t, c.want) {
				t.Errorf("%s: %q is read in Vietnamese as %v, %v; want %s", c.fen, text, m, err, c.want)
			}
		}
	}
}

// TestReadingAs reads texts whose meaning depends on the style. A dash is for no legal move.
func TestReadingAs(t *testing.T) {
	const cannonsUp = "rnbakabnr/9/9/p1p1p1p1p/1c5c1/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
	for _, c := range []struct{ fen, text, everybody, vietnamese, from1 string }{
		{board.StartFEN, "P2-5", "-", "h2e2", "-"}, // a pawn that goes back, or a cannon
		{board.StartFEN, "C5.1", "-", "e3e4", "-"},
		{board.StartFEN, "C2.5", "h2e2", "-", "h2e2"}, // the cannon sideways, or a pawn from a file without one
		{board.StartFEN, "C2=5", "h2e2", "h2e2", "h2e2"},
		{board.StartFEN, "P5+1", "e3e4", "e3e4", "e3e4"}, // no cannon is on the file
		{board.StartFEN, "P2=5", "-", "h2e2", "-"},
		{board.StartFEN, "B3+1", "g0i2", "g3g4", "g0i2"}, // an elephant, or a pawn
		{board.StartFEN, "B3+5", "g0e2", "g0e2", "g0e2"}, // no pawn goes so far
		{board.StartFEN, "B3.1", "-", "g3g4", "-"},       // no elephant goes sideways
		{board.StartFEN, "E3+1", "g0i2", "g0i2", "g0i2"},
		{board.StartFEN, "B5+3", "-", "-", "-"},
		{board.StartFEN, "H8+7", "b0c2", "b0c2", "b0c2"},
		{board.StartFEN, "炮二平五", "h2e2", "h2e2", "h2e2"},
		{board.StartFEN, "Tướng 7 tấn 5", "-", "-", "-"}, // the tone says king
		{board.StartFEN, "Tượng 5 tấn 1", "-", "-", "-"}, // the tone says elephant
		{board.StartFEN, "h2e2", "h2e2", "h2e2", "-"},
		{board.StartFEN, "h3e3", "-", "-", "h2e2"},
		{board.StartFEN, "H3-E3", "-", "-", "h2e2"},
		{board.StartFEN, "b0c2", "b0c2", "b0c2", "b0c2"},  // a rank 0 decides
		{board.StartFEN, "b3b10", "b2b9", "b2b9", "b2b9"}, // a rank 10 decides
		{board.StartFEN, "b1c3", "-", "-", "b0c2"},
		{cannonsUp, "b2b4", "b2b4", "b2b4", "-"},
		{cannonsUp, "b2b1", "b2b1", "b2b1", "-"},
		{cannonsUp, "b3b2", "-", "-", "b2b1"},
		{board.StartFEN, "i1i2", "-", "-", "i0i1"},
		{blackToMove, "b8c7", "-", "-", "-"},
	} {
		p := testcases.Position(t, c.fen)
		for s, want := range map[notation.Style]string{notation.UCI: c.everybody, notation.Vietnamese: c.vietnamese, notation.UCI10: c.from1} {
			m, err := notation.ParseAs(&p, c.text, s)
			if got := m.String(); got != want && (want != "-" || err == nil) {
				t.Errorf("%s: %s is read by %v as %v, %v; want %s", c.fen, c.text, s, got, err, want)
			}
		}
	}
}

func TestAmbiguousRanks(t *testing.T) {
	const rooks = "3k5/9/9/9/9/9/9/R8/R8/4K4 w - - 0 1"
	for _, c := range []struct {
		fen, text string
		want      bool
	}{
		{rooks, "a2b2", true},
		{rooks, "A2-B2", true},
		{rooks, "1. a2b2!", true},
		{rooks, "a3b3", false}, // no rook on the rank 3 that counts from 0
		{rooks, "a0b0", false},
		{rooks, "a2a10", false},
		{rooks, "车九平八", false},
		{rooks, "", false},
		{rooks, "a2", false},
		{board.StartFEN, "h2e2", false},
		{board.StartFEN, "b2b9", false},
	} {
		p := testcases.Position(t, c.fen)
		if got := notation.AmbiguousRanks(&p, c.text); got != c.want {
			t.Errorf("%s: %q: %v, want %v", c.fen, c.text, got, c.want)
		}
	}
}

func TestFirstRank(t *testing.T) {
	for text, want := range map[string]int{
		"e2-e10": 1, "E10E2": 1, "1. a10a9!": 1, "e2e0": 0, "h2e2": -1, "a0a10": 1, "炮二平五": -1, "C2=5": -1, "": -1, "a0": -1,
	} {
		got, ok := notation.FirstRank(text)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%q counts from %d, want %d", text, got, want)
		}
	}
}

// TestMissingFile: a text without the file gets an error with the moves that fit, even if there is only one.
func TestMissingFile(t *testing.T) {
	for _, c := range []struct {
		fen, texts, want string
		style            notation.Style
	}{
		{board.StartFEN, "兵进1|兵进一|P+1|p+1|3. 兵进一|兵进1!", "i3i4 g3g4 e3e4 c3c4 a3a4", notation.UCI},
		{board.StartFEN, "炮平5|C=5|C.5", "h2e2 b2e2", notation.UCI},
		{board.StartFEN, "帅进一|K+1", "e0e1", notation.UCI}, // even the only move
		{board.StartFEN, "马进1|H+1|M.1", "h0i2", notation.UCI},
		{board.StartFEN, "P-5|Pháo bình 5", "h2e2 b2e2", notation.Vietnamese},
		{board.StartFEN, "P.4", "h2h6 b2b6", notation.Vietnamese},
	} {
		p := testcases.Position(t, c.fen)
		for _, text := range strings.Split(c.texts, "|") {
			m, err := notation.ParseAs(&p, text, c.style)
			var ambiguous *notation.AmbiguousError
			if m != board.NoMove || !errors.As(err, &ambiguous) || !ambiguous.MissingFile {
				t.Errorf("%s: %s: %v, %v; want the error for a missing file", c.fen, text, m, err)
				continue
			}
			if got := fmt.Sprint(ambiguous.Candidates); got != "["+c.want+"]" {
				t.Errorf("%s: %s: candidates %s, want %s", c.fen, text, got, c.want)
			}
			for _, m := range ambiguous.Candidates {
				if !slices.Contains(notation.CompleteAs(&p, text, c.style), m) {
					t.Errorf("%s: completing %s does not offer %v", c.fen, text, m)
				}
			}
		}
	}
	p := board.StartPosition()
	_, err := notation.Parse(&p, "马进4") // no horse can, but one is only blocked
	var illegal *notation.IllegalError
	if !errors.As(err, &illegal) || illegal.Reason != notation.WrongPieceMove && illegal.Reason != notation.BlockedLeg {
		t.Errorf("马进4: %v, want a reason", err)
	}
}

// TestSyntaxErrors reads texts that are no move in any notation; the value is the part that belongs to none.
func TestSyntaxErrors(t *testing.T) {
	p := board.StartPosition()
	for text, bad := range map[string]string{
		"":                            "",
		" ":                           "",
		"!?":                          "",
		"12.":                         "",
		"炮25":                         "", // has many readings: refused
		"炮二五":                         "",
		"炮二":                          "",
		"三车平五":                        "",
		"进炮退二":                        "",
		"炮二平":                         "",
		"炮二平十":                        "十",
		"龙二平五":                        "龙",
		"hello":                       "",
		"C2=5 H8+7":                   "",
		"炮二平五 马8进7":                   "",
		"h2":                          "",
		"h2e":                         "",
		"j2e2":                        "",
		"h2e11":                       "",
		"h10e0":                       "",
		"h2e2q":                       "",
		"C2=0":                        "",
		"C0=5":                        "",
		"move @@@":                    "@@@",
		"炮\xff二平五":                    "\xff",
		"C2≠5":                        "≠",
		"62.5":                        "", // of a number pad, where 6 is the cannon: it would be confused with WXF
		"p2p5":                        "", // Pinyin has no standard
		"Hg2":                         "", // chess SAN
		"tuong tan 1":                 "", // king or elephant
		"P2-":                         "",
		"Px2-5":                       "",
		"Pháo 2":                      "",
		"Pháo 2 bình":                 "",
		"bình 5":                      "",
		"Mã Mã 8 tấn 7":               "",
		"X1/2/3":                      "",
		"X12/3":                       "",
		strings.Repeat("炮", 40):       "",
		strings.Repeat("1", 63) + ".": "",
	} {
		m, err := notation.Parse(&p, text)
		var syntax *notation.SyntaxError
		if m != board.NoMove || !errors.As(err, &syntax) {
			t.Errorf("%q: %v, %v; want a syntax error", text, m, err)
			continue
		}
		if syntax.Bad != bad || !strings.HasPrefix(text, syntax.Text) || len(syntax.Text) > notation.MaxText {
			t.Errorf("%q: text %q, bad %q; want bad %q", text, syntax.Text, syntax.Bad, bad)
		}
	}
}

// TestAmbiguous reads texts that fit several legal moves.
func TestAmbiguous(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{twoCannons, "炮五平四", "e7f7 e4f4"},
		{twoCannons, "C5=4", "e7f7 e4f4"},
		{twoCannons, "炮五进一", "e7e8 e4e5"},
		{fourPawns, "前兵平五", "f8e8 d8e8"},
		{fourPawns, "后兵进一", "f6f7 d6d7"},
		{fourPawns, "兵四进一", "f8f9 f6f7"},
		{fourPawns, "P+=5", "f8e8 d8e8"},
		{threePawns, "卒７平６", "g2f2 g4f4"},
	} {
		p := testcases.Position(t, c.fen)
		_, err := notation.Parse(&p, c.text)
		var ambiguous *notation.AmbiguousError
		if !errors.As(err, &ambiguous) {
			t.Errorf("%s: %s: %v, want ambiguous", c.fen, c.text, err)
			continue
		}
		var want []board.Move
		for _, m := range strings.Fields(c.want) {
			want = append(want, testcases.Move(t, m))
		}
		if diff := cmp.Diff(want, ambiguous.Candidates); diff != "" || ambiguous.Text != c.text {
			t.Errorf("%s: %s: %v (-want +got)\n%s", c.fen, c.text, err, diff)
		}
	}
}

// TestIllegal reads, for every reason, texts that it forbids, and checks the points that show it.
func TestIllegal(t *testing.T) {
	const (
		start    = board.StartFEN
		middle   = "2bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P3P2/P3P3P/1C2C1N2/9/RNBAKAB1R w - - 0 5"
		twoRooks = "5k3/4R4/9/4R4/9/9/9/9/9/3K5 w - - 0 1"
	)
	for _, c := range []struct {
		fen, text string
		reason    notation.Reason
		move      string // "" for none
		squares   string
	}{
		{start, "e4e5", notation.EmptySquare, "e4e5", "e4"},
		{start, "h7h3", notation.NotYourPiece, "h7h3", "h7"},
		{start, "a0a0", notation.SameSquare, "", "a0"},
		{start, "h2h2", notation.SameSquare, "h2h2", "h2"},
		{start, "炮二平二", notation.SameSquare, "h2h2", "h2"},
		{start, "炮五平六", notation.NoSuchPieceOnFile, "", "h2 b2"},
		{guards, "车一进一", notation.NoSuchPiece, "", ""},
		{start, "前车进一", notation.NotInTandem, "", "i0 a0"},
		{start, "一兵进一", notation.NotInTandem, "", "i3 g3 e3 c3 a3"},
		{twoCannons, "中炮进一", notation.NotInTandem, "", "e7 e4"},
		{fourPawns, "五兵进一", notation.NotInTandem, "", "f8 f6 e7 d8 d6"},
		{fourPawns, "前五平四", notation.NotInTandem, "", "f8 f6 e7 d8 d6"},
		{start, "炮二进八", notation.OffBoard, "", "h2"},
		{start, "马二退三", notation.OffBoard, "", "h0"},
		{start, "马二平四", notation.WrongPieceMove, "", "h0"},
		{start, "马二进五", notation.WrongPieceMove, "", "h0"},
		{start, "相三进四", notation.WrongPieceMove, "", "g0"},
		{start, "仕四进三", notation.OutsidePalace, "f0g1", "g1"},
		{start, "h2g3", notation.WrongPieceMove, "h2g3", "h2"},
		{start, "e0e2", notation.WrongPieceMove, "e0e2", "e0"},
		{start, "兵五进二", notation.WrongPieceMove, "e3e5", "e3"},
		{start, "兵五退一", notation.PawnBackward, "e3e2", "e3"},
		{start, "兵五平六", notation.PawnSidewaysBeforeRiver, "e3d3", "e3"},
		{"4k4/9/9/9/9/9/9/3K5/9/9 w - - 0 1", "帅六平七", notation.OutsidePalace, "d2c2", "c2"},
		{"3k5/9/9/9/9/9/9/9/3N5/2B1K4 w - - 0 1", "相七进五", notation.BlockedEye, "c0e2", "d1"},
		{guards, "c4e6", notation.ElephantCrossesRiver, "c4e6", "e6"},
		{start, "车一平二", notation.OwnPieceOnTarget, "i0h0", "h0"},
		{start, "马八进六", notation.BlockedLeg, "b0d1", "c0"},
		{middle, "相三进五", notation.OwnPieceOnTarget, "g0e2", "e2"},
		{start, "车一进五", notation.PathBlocked, "i0i5", "i3"},
		{start, "i0i9", notation.PathBlocked, "i0i9", "i3 i6"},
		{start, "炮二进五", notation.NoScreen, "h2h7", "h7"},
		{"4k4/9/4n4/9/4p4/9/4P4/4C4/9/5K3 w - - 0 1", "炮五进五", notation.TooManyScreens, "e2e7", "e3 e5"},
		{"4k4/9/4n4/9/4p4/9/4P4/4C4/9/5K3 w - - 0 1", "炮五进二", notation.CannonNeedsCapture, "e2e4", "e3"},
		{"4k4/9/4n4/9/4p4/9/4P4/4C4/9/5K3 w - - 0 1", "炮五进四", notation.PathBlocked, "e2e6", "e3 e5"},
		{"4k4/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1", "炮五平六", notation.KingsFace, "e2d2", "e0 e9"},
		{"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "帅五平六", notation.KingsFace, "e0d0", "d0 d9"},
		{"3k5/9/9/9/9/9/9/5r3/9/4K4 w - - 0 1", "帅五平四", notation.KingIntoCheck, "e0f0", "f2"},
		{"3k5/9/9/9/9/9/P8/4r4/9/4K4 w - - 0 1", "兵九进一", notation.StaysInCheck, "a3a4", "e2"},
		{"3k5/9/9/9/9/9/4r4/4N4/9/4K4 w - - 0 1", "马五进七", notation.ExposesKing, "e2c3", "e3"},
		{"3k5/9/9/9/9/9/4c4/9/R8/4K4 w - - 0 1", "车九平五", notation.ExposesKing, "a1e1", "e3"}, // becomes the cannon's screen
		// Of the pieces that a text can mean, the error names the one that came nearest.
		{twoRooks, "车五进四", notation.OffBoard, "", "e8"},
		{twoRooks, "车五进二", notation.OwnPieceOnTarget, "e6e8", "e8"},
		{start, "horse to d1", notation.BlockedLeg, "b0d1", "c0"},
	} {
		p := testcases.Position(t, c.fen)
		m, err := notation.Parse(&p, c.text)
		var illegal *notation.IllegalError
		if m != board.NoMove || !errors.As(err, &illegal) {
			t.Errorf("%s: %s: %v, %v; want %v", c.fen, c.text, m, err, c.reason)
			continue
		}
		want := board.NoMove
		if c.move != "" {
			from, _ := board.ParseSquare(c.move[:2])
			to, _ := board.ParseSquare(c.move[2:])
			want = board.NewMove(from, to)
		}
		var names []string
		for _, s := range illegal.Squares {
			names = append(names, s.String())
		}
		if illegal.Reason != c.reason || illegal.Move != want || illegal.Text != c.text || strings.Join(names, " ") != c.squares {
			t.Errorf("%s: %s: %v %v %v; want %v %v %s", c.fen, c.text, illegal.Reason, illegal.Move, names, c.reason, want, c.squares)
		}
	}
}
