package main

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/validation"
)

// catalogFile is the JSON file of a catalog: lists of whole objects. A list that is
// not there is not checked against. Tools are known by name, personas and teams by slug.
type catalogFile struct {
	ActionTypes []jsontext.Value `json:"actionTypes"`
	Tools       []jsontext.Value `json:"tools"`
	Personas    []jsontext.Value `json:"personas"`
	Teams       []jsontext.Value `json:"teams"`
}

// readCatalog reads the file that --catalog names; nil if there is no such flag.
func readCatalog(env *environment, path string) (*validation.Catalog, error) {
	if path == "" {
		return nil, nil //nolint:nilnil // no flag, no catalog
	}
	text, err := readInput(env, path)
	if err != nil {
		return nil, err
	}
	if err := document.CheckText(text); err != nil {
		return nil, unreadable(path, err)
	}
	var file catalogFile
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, usageError(`%s: a catalog is an object such as {"actionTypes": […], "tools": […], "personas": […], "teams": […]}: %v`, path, err)
	}
	return file.catalog(path)
}

func (f catalogFile) catalog(path string) (*validation.Catalog, error) {
	actionTypes, err := listed(f.ActionTypes, func(i int, object jsontext.Value) (*action.ActionType, error) {
		read, _ := action.ParseActionType(object) // what is wrong with it is a matter of its own
		if read == nil || read.Name == "" {
			return nil, usageError("%s: actionTypes[%d] is no object with a name", path, i)
		}
		return read, nil
	})
	if err != nil {
		return nil, err
	}
	catalog := &validation.Catalog{ActionTypes: actionTypes}
	for _, list := range []struct {
		name, key string
		objects   []jsontext.Value
		into      *[]string
	}{
		{"tools", "name", f.Tools, &catalog.Tools},
		{"personas", "slug", f.Personas, &catalog.Personas},
		{"teams", "slug", f.Teams, &catalog.Teams},
	} {
		*list.into, err = listed(list.objects, func(i int, object jsontext.Value) (string, error) {
			value, _ := rawjson.Get(object, list.key)
			name, _ := rawjson.String(value)
			if name == "" {
				return "", usageError("%s: %s is no object with a %s", path, fmt.Sprintf("%s[%d]", list.name, i), list.key)
			}
			return name, nil
		})
		if err != nil {
			return nil, err
		}
	}
	return catalog, nil
}

// listed reads each element of a list; a list that is not there stays away.
func listed[T any](elements []jsontext.Value, read func(i int, element jsontext.Value) (T, error)) ([]T, error) {
	if elements == nil {
		return nil, nil
	}
	list := make([]T, 0, len(elements))
	for i, element := range elements {
		value, err := read(i, element)
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	return list, nil
}
