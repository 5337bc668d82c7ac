package main

import (
	"fmt"

	"xiangqibot/engine/atomicfile"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/lab/train"
)

type averageCommand struct {
	Networks []string `arg:"" type:"existingfile" help:"Networks, two or more, that were trained from the same beginning."`
	Out      string   `required:"" type:"path" help:"File to write the network to."`
}

// Run writes the average of the networks.
func (c *averageCommand) Run() error {
	if err := place("--out", c.Out); err != nil {
		return err
	}
	networks := make([]*nnue.Network, len(c.Networks))
	for i, path := range c.Networks {
		var err error
		if networks[i], _, err = readNetwork(path); err != nil {
			return err
		}
	}
	mean, err := train.Average(networks)
	if err != nil {
		return err
	}
	if err := atomicfile.Write(c.Out, mean.Write); err != nil {
		return err
	}
	fmt.Printf("%s: the mean of %d networks, %d wide\n", c.Out, len(networks), mean.Width)
	return nil
}
