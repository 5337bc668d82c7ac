package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/notation"
)

// bookFile is a flag for a book.
type bookFile struct {
	Book string `type:"existingfile" help:"File of a book (default: the one built into the program)."`
}

func (f *bookFile) open() (*book.Book, error) {
	if f.Book == "" {
		return book.Standard(), nil
	}
	file, err := os.Open(f.Book)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := book.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Book, err)
	}
	return b, nil
}

type bookPrintCommand struct {
	bookFile
	Moves []string `arg:"" optional:"" help:"Moves from the start position, in any notation without spaces (default: the whole book)."`
	Plies int      `default:"1" help:"Print this many plies after the moves."`
}

// Run prints a tree: each move with its weight in percent, its score and the opening that it leads to.
func (c *bookPrintCommand) Run() error {
	if err := atLeast("--plies", c.Plies, 0); err != nil {
		return err
	}
	b, err := c.open()
	if err != nil {
		return err
	}
	rec := board.NewRecord()
	for _, text := range c.Moves {
		p := rec.Position()
		m, err := notation.Parse(&p, text)
		if err != nil {
			return err
		}
		if err := rec.Play(m); err != nil {
			return err
		}
	}
	out := bufio.NewWriter(os.Stdout)
	t := tree{out: out, book: b, shown: make(map[book.Key]bool)}
	fmt.Fprintf(out, "%d positions\n", b.Len())
	if name := openingName(&rec); name != "" {
		fmt.Fprintf(out, "%s\n", name)
	}
	if p := rec.Position(); len(b.AllMoves(&p)) == 0 {
		fmt.Fprintf(out, "the book does not know this position\n")
	}
	t.print(&rec, 0, c.Plies)
	return out.Flush()
}

// tree prints a book as a tree.
type tree struct {
	out   *bufio.Writer
	book  *book.Book
	shown map[book.Key]bool
}

// print prints the book moves in the last position of the record, and so many plies after it. A position is shown once,
// and in a symmetric position only one of two mirrored moves.
func (t *tree) print(rec *board.Record, depth, plies int) {
	p := rec.Position()
	k := book.KeyOf(&p)
	if plies == 0 || t.shown[k] {
		return
	}
	t.shown[k] = true
	moves := t.book.AllMoves(&p)
	sum := 0
	for _, m := range moves {
		sum += m.Weight
	}
	before := book.OpeningOf(rec)
	last := make(map[book.Key]bool)
	for _, m := range moves {
		next := rec.Clone()
		if next.Play(m.Move) != nil {
			continue // never happens: book moves are legal
		}
		q := next.Position()
		if last[book.KeyOf(&q)] {
			continue // the mirror image of a move above
		}
		last[book.KeyOf(&q)] = true
		share := "  never"
		if m.Weight > 0 {
			if k.Symmetric() && book.Mirror(m.Move) != m.Move {
				m.Weight *= 2 // with its mirror image
			}
			share = fmt.Sprintf("%6.2f%%", 100*float64(m.Weight)/float64(sum))
		}
		fmt.Fprintf(t.out, "%s%s %s  %s %+5d", strings.Repeat("  ", depth),
			m.Move, notation.Format(&p, m.Move, notation.Chinese), share, m.Score)
		if o := book.OpeningOf(&next); o != before {
			fmt.Fprintf(t.out, "  %s", openingName(&next))
		}
		fmt.Fprintf(t.out, "\n")
		t.print(&next, depth+1, plies-1)
	}
}

// openingName is the name of a game's opening in Chinese and English, "" if it has none.
func openingName(rec *board.Record) string {
	o := book.OpeningOf(rec)
	if o == nil {
		return ""
	}
	return o.Name(book.Simplified) + ", " + o.Name(book.English)
}

type bookExportCommand struct {
	bookFile
}

// Run writes the book as text.
func (c *bookExportCommand) Run() error {
	b, err := c.open()
	if err != nil {
		return err
	}
	return b.Export(os.Stdout)
}

type bookImportCommand struct {
	Text string `arg:"" type:"existingfile" help:"Text written by export."`
	Out  string `required:"" type:"path" help:"File to write the book to."`
}

// Run builds a book from text.
func (c *bookImportCommand) Run() error {
	text, err := os.ReadFile(c.Text)
	if err != nil {
		return err
	}
	b, err := book.Parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.Text, err)
	}
	if b.Len() == 0 {
		return fmt.Errorf("%s: there is no position in it: want lines as book export writes them", c.Text)
	}
	if err := atomicfile.Write(c.Out, b.Write); err != nil {
		return err
	}
	fmt.Printf("%s: %d positions\n", c.Out, b.Len())
	return nil
}
