package train

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"xiangqibot/engine/eval/nnue"
)

// Average returns the network whose weights are the means of those of several networks, rounded to even. Networks that
// began with the same weights and learned from other positions, in another order or at another rate lie around the same
// minimum of the loss, and their mean lies nearer to it than each of them (Izmailov et al. 2018, Wortsman et al. 2022).
// Networks that did not begin alike have nothing in common column by column, and their mean is of no use; that is not
// checked. Width and scale must be the same, and two networks or more are needed.
func Average(networks []*nnue.Network) (*nnue.Network, error) {
	if len(networks) < 2 {
		return nil, errors.New("train: a mean of fewer than two networks")
	}
	first := networks[0]
	for i, n := range networks {
		if err := n.Validate(); err != nil {
			return nil, err
		}
		if n.Width != first.Width || n.Scale != first.Scale {
			return nil, fmt.Errorf("train: network %d is %d wide with a scale of %d cp, the first %d wide with %d cp: want the same",
				i+1, n.Width, n.Scale, first.Width, first.Scale)
		}
	}
	mean := nnue.NewNetwork(first.Width, first.Scale)
	mean.Recipe = averageRecipe(networks)
	averageList(mean.InputBias, networks, func(n *nnue.Network) []int16 { return n.InputBias })
	averageList(mean.InputWeights, networks, func(n *nnue.Network) []int16 { return n.InputWeights })
	averageList(mean.OutputWeights, networks, func(n *nnue.Network) []int16 { return n.OutputWeights })
	averageList(mean.OutputBias[:], networks, func(n *nnue.Network) []int32 { return n.OutputBias[:] })
	return mean, nil
}

// averageList fills a list of weights with the means of those of the networks.
func averageList[T int16 | int32](mean []T, networks []*nnue.Network, list func(*nnue.Network) []T) {
	for i := range mean {
		sum := 0
		for _, n := range networks {
			sum += int(list(n)[i])
		}
		mean[i] = T(math.RoundToEven(float64(sum) / float64(len(networks))))
	}
}

// initializedWith precedes, in a recipe, the recipe of the initial weights.
const initializedWith = ", begun with ("

// averageRecipe lists the recipes of the networks. A recipe contains those of all generations before, and a file has
// room for only a few of these, so each is written once: a network with the recipe of one before refers to that, and so
// does a run that began with one of the networks, or with the same weights as a run listed before.
func averageRecipe(networks []*nnue.Network) string {
	starts := make([]string, len(networks))
	for i, n := range networks {
		starts[i] = startOf(n.Recipe)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "the mean of %d networks", len(networks))
	for i := range networks {
		fmt.Fprintf(&b, "; network %d: (%s)", i+1, shortRecipe(networks, starts, i))
	}
	return b.String()
}

// shortRecipe returns the recipe of network i with a reference instead of what the list says of another network.
func shortRecipe(networks []*nnue.Network, starts []string, i int) string {
	recipe := networks[i].Recipe
	isRecipe := func(text string) func(*nnue.Network) bool {
		return func(n *nnue.Network) bool { return text != "" && n.Recipe == text }
	}
	if first := slices.IndexFunc(networks, isRecipe(recipe)); first >= 0 && first < i {
		return fmt.Sprintf("as network %d", first+1)
	}
	if j := slices.IndexFunc(networks, isRecipe(starts[i])); j >= 0 {
		return strings.Replace(recipe, starts[i], fmt.Sprintf("network %d", j+1), 1)
	}
	if first := slices.Index(starts, starts[i]); first < i && starts[i] != "" {
		return strings.Replace(recipe, starts[i], fmt.Sprintf("the same as network %d", first+1), 1)
	}
	return recipe
}

// startOf returns the recipe of the initial weights that a recipe names, "" if it names none.
func startOf(recipe string) string {
	_, rest, found := strings.Cut(recipe, initializedWith)
	if !found || strings.Contains(recipe[:len(recipe)-len(rest)-len(initializedWith)], "(") {
		return "" // none, or that of a part
	}
	depth := 1
	for i, c := range rest {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return rest[:i]
			}
		}
	}
	return ""
}
