package train

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"xiangqibot/engine/checkedfile"
)

// magic begins every checkpoint: the name of the format and its version. docs/formats.md has the bytes.
const magic = "XQTRAIN\x01"

// maxHead bounds the description in a checkpoint.
const maxHead = 1 << 24

// head is the description at the beginning of a checkpoint. A run continues only if all that its result depends on is
// the same.
type head struct {
	Terms string   `json:"terms"`
	Files string   `json:"files"`
	Games []int    `json:"games"`
	Sums  []uint32 `json:"sums"`
	Scale int      `json:"scale"`
	Step  int      `json:"step"`
	Sum   float64  `json:"sum"`
	Since int      `json:"since"`
	// Points are steps with their losses; a loss that is NaN is omitted.
	Points [][]float64 `json:"points"`
}

// ErrCheckpoint is wrapped by the errors for checkpoints from which a run cannot continue.
var ErrCheckpoint = errors.New("the run cannot continue from this checkpoint")

// lists returns the weights, the state of the optimizer and the averages, in the order in which a checkpoint has them.
func (r *Run) lists() [][]float32 {
	m, a := r.trainer.model, r.adam
	lists := [][]float32{m.own, m.shared, m.bias, m.output, m.outputBias}
	for _, moments := range []moments{a.own, a.shared, a.bias, a.output, a.outputBias} {
		lists = append(lists, moments.mean, moments.square)
	}
	return append(lists, r.averages...)
}

// settings describes which positions of the files a run uses, and in what order.
func (f *Files) settings() string {
	return fmt.Sprintf("%d files, scores to %d from ply %d, %g to check and %d at most, mixed by %d, seed %d",
		len(f.Names), f.MaxScore, f.SkipPlies, f.ValidationShare, f.MaxValidation, f.Buffer, f.Seed)
}

// Save writes a checkpoint. For a model that has diverged it writes nothing and returns [ErrDiverged].
func (r *Run) Save(w io.Writer) error {
	if !r.trainer.model.finite() {
		return ErrDiverged
	}
	h := head{
		Terms: r.plan.terms(), Files: r.files.settings(), Games: r.survey.Games, Sums: r.survey.Sums,
		Scale: r.scale, Step: r.step, Sum: r.sum, Since: r.since,
	}
	for _, p := range r.points {
		point := []float64{float64(p.Step), p.Training}
		if !math.IsNaN(p.Validation) {
			point = append(point, p.Validation)
		}
		h.Points = append(h.Points, point)
	}
	text, err := json.Marshal(h)
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	sum := crc32.NewIEEE()
	out := io.MultiWriter(w, sum)
	begin := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(text)))
	_, err = out.Write(append(begin, text...))
	for _, list := range r.lists() {
		if err == nil {
			err = binary.Write(out, binary.LittleEndian, list)
		}
	}
	if err == nil {
		_, err = w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	}
	if err != nil {
		return fmt.Errorf("train: %w", err)
	}
	return nil
}

// CheckpointGames returns how many games of each file the run of a checkpoint reads, for [Files.Survey].
func CheckpointGames(r io.Reader) ([]int, error) {
	h, _, err := readHead(r)
	return h.Games, err
}

// readHead reads the description and returns the bytes read.
func readHead(r io.Reader) (h head, read []byte, err error) {
	begin := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(r, begin); err != nil {
		return h, nil, fmt.Errorf("train: it ends within its first bytes: %w", ErrCheckpoint)
	}
	if string(begin[:len(magic)]) != magic {
		return h, nil, fmt.Errorf("train: it begins with %q instead of %q: %w", begin[:len(magic)], magic, ErrCheckpoint)
	}
	length := binary.LittleEndian.Uint32(begin[len(magic):])
	if length > maxHead {
		return h, nil, fmt.Errorf("train: it claims a description of %d bytes: %w", length, ErrCheckpoint)
	}
	var text bytes.Buffer
	if _, err := io.CopyN(&text, r, int64(length)); err != nil {
		return h, nil, fmt.Errorf("train: it ends within its description: %w", ErrCheckpoint)
	}
	if err := json.Unmarshal(text.Bytes(), &h); err != nil {
		return h, nil, fmt.Errorf("train: its description: %w: %w", err, ErrCheckpoint)
	}
	return h, append(begin, text.Bytes()...), nil
}

// Load restores the state of a checkpoint, which must be of the same plan and files. After an error the run is
// unusable.
func (r *Run) Load(in io.Reader) error {
	h, read, err := readHead(in)
	if err != nil {
		return err
	}
	for _, c := range []struct{ what, there, here string }{
		{"plan", h.Terms, r.plan.terms()},
		{"reading", h.Files, r.files.settings()},
		{"games of each file", fmt.Sprint(h.Games), fmt.Sprint(r.survey.Games)},
		{"checksums of the positions of each file", fmt.Sprintf("%08x", h.Sums), fmt.Sprintf("%08x", r.survey.Sums)},
		{"scale", fmt.Sprint(h.Scale), fmt.Sprint(r.scale)},
	} {
		if c.there != c.here {
			return fmt.Errorf("train: another %s: %w\nThere: %s\nHere:  %s", c.what, ErrCheckpoint, c.there, c.here)
		}
	}
	if h.Step < 0 || h.Step > r.steps {
		return fmt.Errorf("train: step %d of %d: %w", h.Step, r.steps, ErrCheckpoint)
	}
	r.step, r.adam.steps, r.sum, r.since = h.Step, h.Step, h.Sum, h.Since
	r.points = nil
	for _, p := range h.Points {
		if len(p) < 2 || len(p) > 3 {
			return fmt.Errorf("train: a point of %d numbers: %w", len(p), ErrCheckpoint)
		}
		point := Point{Step: int(p[0]), Training: p[1], Validation: math.NaN()}
		if len(p) == 3 {
			point.Validation = p[2]
		}
		r.points = append(r.points, point)
	}
	return r.loadLists(in, read)
}

// loadLists reads the weights and checksum that follow the description.
func (r *Run) loadLists(in io.Reader, read []byte) error {
	sum := crc32.NewIEEE()
	sum.Write(read)
	from := io.TeeReader(in, sum)
	for _, list := range r.lists() {
		if err := binary.Read(from, binary.LittleEndian, list); err != nil {
			return fmt.Errorf("train: it ends within its weights: %w", ErrCheckpoint)
		}
	}
	if err := checkedfile.CheckSum(in, sum.Sum32()); err != nil {
		return fmt.Errorf("train: %w: %w", err, ErrCheckpoint)
	}
	r.trainer.model.merge()
	return nil
}
