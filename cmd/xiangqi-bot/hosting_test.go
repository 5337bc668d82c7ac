package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"

	"github.com/goccy/go-yaml"
)

const hostingFolder = "../../docs/hosting"

// What the Containerfile copies is in the repository, and its words are those of such files.
func TestContainerfile(t *testing.T) {
	text := gametest.OK(os.ReadFile(filepath.Join(hostingFolder, "Containerfile")))(t)
	words := strings.Fields("ARG CMD COPY ENTRYPOINT EXPOSE FROM HEALTHCHECK RUN USER VOLUME WORKDIR")
	copied := 0
	for line := range strings.Lines(string(text)) {
		parts := strings.Fields(line)
		if len(parts) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if !slices.Contains(words, parts[0]) {
			t.Errorf("%q is no instruction of a Containerfile: %s", parts[0], line)
		}
		if parts[0] != "COPY" || strings.HasPrefix(parts[1], "--from") {
			continue
		}
		for _, source := range parts[1 : len(parts)-1] {
			copied++
			if _, err := os.Stat(filepath.Join("../..", source)); err != nil {
				t.Errorf("%s: %v", strings.TrimSpace(line), err)
			}
		}
	}
	if copied < 3 {
		t.Errorf("only %d sources were looked at", copied)
	}
}

// Each service of compose.yaml has an image, depends on services that are there, and mounts volumes and files that are.
func TestCompose(t *testing.T) {
	text := gametest.OK(os.ReadFile(filepath.Join(hostingFolder, "compose.yaml")))(t)
	type service struct {
		Image string `yaml:"image"`
		Build struct {
			Context    string `yaml:"context"`
			Dockerfile string `yaml:"dockerfile"`
		} `yaml:"build"`
		Restart     string            `yaml:"restart"`
		ReadOnly    bool              `yaml:"read_only"`
		CapDrop     []string          `yaml:"cap_drop"`
		SecurityOpt []string          `yaml:"security_opt"`
		Grace       string            `yaml:"stop_grace_period"`
		Environment map[string]string `yaml:"environment"`
		Volumes     []string          `yaml:"volumes"`
		DependsOn   map[string]struct {
			Condition string `yaml:"condition"`
		} `yaml:"depends_on"`
		Healthcheck map[string]any `yaml:"healthcheck"`
		Entrypoint  []string       `yaml:"entrypoint"`
		Command     []string       `yaml:"command"`
		Ports       []string       `yaml:"ports"`
	}
	var c struct {
		Services map[string]service `yaml:"services"`
		Volumes  map[string]any     `yaml:"volumes"`
	}
	must(t, yaml.UnmarshalWithOptions(text, &c, yaml.Strict()))
	for name, s := range c.Services {
		if (s.Image == "") == (s.Build.Context == "") {
			t.Errorf("%s: want an image or something to build", name)
		}
		if s.Build.Dockerfile != "" {
			s.Volumes = append(s.Volumes, "./"+filepath.Base(s.Build.Dockerfile)+":") // is a file like those
		}
		if s.Restart != "unless-stopped" {
			t.Errorf("%s: after a reboot it is down", name)
		}
		for other, how := range s.DependsOn {
			if on, is := c.Services[other]; !is || how.Condition == "service_healthy" && on.Healthcheck == nil {
				t.Errorf("%s depends on %s (%s), which is not there or has no health check", name, other, how.Condition)
			}
		}
		for _, mount := range s.Volumes {
			source, _, _ := strings.Cut(mount, ":")
			if _, named := c.Volumes[source]; named {
				continue
			}
			if _, err := os.Stat(filepath.Join(hostingFolder, source)); err != nil {
				t.Errorf("%s mounts %s: %v", name, mount, err)
			}
		}
	}
	if len(c.Services) < 4 {
		t.Errorf("only %d services", len(c.Services))
	}
}
