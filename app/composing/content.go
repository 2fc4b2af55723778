package composing

import (
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
)

// Origins of revisions that the server makes by itself.
const (
	originBlank     = "blank"
	originCatalog   = "catalog"
	originRestore   = "restore"
	originAgent     = "agent"
	originChangeSet = "change-set"
	originUndo      = "undo-turn"
)

// content is a draft's text, checked as far as storing it needs, with its revision and the name it gives itself.
type content struct {
	text     string
	revision revision.Revision
	name     string // empty where the text gives none that can be used
}

// readContent refuses what has no content revision: text that is no JSON object that RFC 8785 can represent. What is
// wrong beyond that is stored and reported as problems.
func readContent(itemType composition.ItemType, text string) (content, error) {
	read := content{text: text}
	if itemType == composition.WorkflowItem {
		d, err := document.Parse([]byte(text))
		if err != nil {
			return read, err
		}
		read.revision, read.name = revision.OfDocument(d), d.Name()
		return read, nil
	}
	if jsontext.Value(text).Kind() != jsontext.KindBeginObject {
		return read, fault.New(fault.KindInvalid, "not-an-object", "the content of a %s is a JSON object", itemType)
	}
	rev, err := revision.OfContent([]byte(text))
	if err != nil {
		return read, err
	}
	read.revision, read.name = rev, nameOf(itemType, text)
	return read, nil
}

func parsedDocument(workflow composition.Item) (*document.Document, error) {
	return document.Parse([]byte(workflow.Content))
}

func nameOf(itemType composition.ItemType, text string) string {
	if itemType == composition.ToolItem {
		if tool, _ := action.ParseTool([]byte(text)); tool != nil {
			return tool.Name
		}
		return ""
	}
	if actionType, _ := action.ParseActionType([]byte(text)); actionType != nil {
		return actionType.Name
	}
	return ""
}

// kindOf is the catalog's word for an item type that is kept there.
func kindOf(itemType composition.ItemType) catalog.Kind { return catalog.Kind(itemType) }
