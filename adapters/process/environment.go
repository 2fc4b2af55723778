package process

import (
	"maps"
	"slices"
)

// Environment is the form of variables that Spec.Env wants, in the order of their names.
func Environment(variables map[string]string) []string {
	list := make([]string, 0, len(variables))
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		list = append(list, name+"="+variables[name])
	}
	return list
}
