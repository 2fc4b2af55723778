package pack

import (
	"strings"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

// Folder is where an unpacked pack keeps the items of a kind: each as the file FOLDER/NAME.json.
type Folder struct {
	Name string
	Kind catalog.Kind
	key  string // of the section in packed packs
}

// Folders lists the folders, in the order of their names.
func Folders() []Folder {
	return []Folder{
		{"action-types", catalog.ActionType, keyActionTypes},
		{"session-templates", catalog.SessionTemplate, keyTemplates},
		{"tools", catalog.Tool, keyTools},
		{"workflows", Workflow, keyWorkflows},
	}
}

// FolderNames lists the names of the folders.
func FolderNames() (names []string) {
	for _, folder := range Folders() {
		names = append(names, folder.Name)
	}
	return names
}

// FolderNamed finds a folder. The not-found fault of an unknown one names those that there are.
func FolderNamed(name string) (Folder, error) {
	for _, folder := range Folders() {
		if folder.Name == name {
			return folder, nil
		}
	}
	return Folder{}, fault.New(fault.KindNotFound, "unknown-kind", "there is no kind %q of configuration items; %s",
		name, spelling.Listing("kinds", spelling.NearestFirst(name, FolderNames())))
}

// FolderOf is the folder of a kind.
func FolderOf(kind catalog.Kind) (Folder, bool) {
	for _, folder := range Folders() {
		if folder.Kind == kind {
			return folder, true
		}
	}
	return Folder{}, false
}

// NameKey is the member by which the items of the folder are known.
func (f Folder) NameKey() string {
	if f.Kind == Workflow {
		return keySlug
	}
	return keyName
}

// ParseItem reads the text of one item of the folder, as packs hold it: a JSON object. It lists what is wrong with its
// form, as Parse does; the field of a problem is its place in the item. With any problem there is no item.
func (f Folder) ParseItem(text []byte) (*Item, []fault.Problem) {
	packed := `{"` + keyFormat + `":1,"` + f.key + `":[` + string(text) + `]}`
	p, problems := Parse([]byte(packed))
	if len(problems) > 0 {
		return nil, f.placedInItem(problems)
	}
	return &p.items[0], nil
}

// placedInItem leaves the place of the item in its pack out.
func (f Folder) placedInItem(problems []fault.Problem) []fault.Problem {
	place := f.key + "[0]"
	shorten := strings.NewReplacer(place+".", "", place, "the item")
	for i := range problems {
		problems[i].Field = strings.TrimPrefix(strings.TrimPrefix(problems[i].Field, place), ".")
		problems[i].Message = shorten.Replace(problems[i].Message)
	}
	return problems
}

// Text is the item as packs hold it: a workflow with its slug and settings around the document, anything else as it is.
func (i *Item) Text() []byte {
	if i.Kind == Workflow {
		return i.appendWorkflow(nil)
	}
	return []byte(i.Content)
}

// NameIn reads the name that an item of the folder says it has; empty where it says none.
func (f Folder) NameIn(text []byte) string {
	value, _ := rawjson.Get(text, f.NameKey())
	name, _ := rawjson.String(value)
	return name
}
