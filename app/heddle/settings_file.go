package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"

	"heddle.dev/heddle/domain/document/spelling"
)

// settingsFile reads the YAML file of --config.
type settingsFile map[string]any

var _ kong.Resolver = settingsFile{}

func readSettingsFile(r io.Reader) (kong.Resolver, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	file := settingsFile{}
	if err := yaml.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("the settings file can't be read: %w", err)
	}
	return file, nil
}

// Validate implements kong.Resolver: keys that name no setting, and values that are no plain ones, are refused.
func (f settingsFile) Validate(app *kong.Application) error {
	known := settingNames(app)
	for _, key := range slices.Sorted(maps.Keys(f)) {
		if !slices.Contains(known, key) {
			return fmt.Errorf("the settings file has an unknown key %q%s", key, spelling.DidYouMean(key, "settings", known))
		}
		switch f[key].(type) {
		case nil, map[string]any, []any:
			return fmt.Errorf("the settings file's key %q needs one plain value; leave the key out for the default", key)
		}
	}
	return nil
}

// settingNames lists the flags of the server, which are the settings.
func settingNames(app *kong.Application) (names []string) {
	for _, command := range app.Leaves(false) {
		if command.Name != "serve" {
			continue
		}
		for _, flag := range command.Flags {
			if flag.Name != "config" {
				names = append(names, flag.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// Resolve implements kong.Resolver. An environment variable goes before the file.
func (f settingsFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil //nolint:nilnil // kong's way to say that this resolver has no value
		}
	}
	value, ok := f[flag.Name]
	if !ok {
		return nil, nil //nolint:nilnil // kong's way to say that this resolver has no value
	}
	return fmt.Sprint(value), nil
}
