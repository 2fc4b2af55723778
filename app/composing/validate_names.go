package composing

import (
	"context"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/ports"
)

// named is what a name stands for in a composition.
type named struct {
	content string
	isDraft bool
	exists  bool
}

// lookUp looks among the drafts, then in the catalog.
func (s *Service) lookUp(
	ctx context.Context, tx ports.Tx, c composition.Composition, itemType composition.ItemType, name string,
) (named, error) {
	item, err := tx.ItemByName(ctx, c.ID, itemType, name)
	if err == nil {
		return named{item.Content, true, true}, nil
	}
	if fault.KindOf(err) != fault.KindNotFound {
		return named{}, err
	}
	object, err := cataloguing.LookUp(ctx, tx, kindOf(itemType), c.TeamID, name)
	return named{object.Content, false, err == nil}, unlessMissing(err)
}

// shelve adds an action type that a workflow calls to the catalog that the workflow is held against. A draft answers for
// its tools itself; of a published one the missing tools are the workflow's problem.
func (s *Service) shelve(ctx context.Context, tx ports.Tx, c composition.Composition, name string, shelf *validation.Catalog) error {
	found, err := s.lookUp(ctx, tx, c, composition.ActionTypeItem, name)
	if err != nil || !found.exists {
		return err
	}
	read, _ := action.ParseActionType([]byte(found.content)) // what is wrong with it is a matter of its own
	if read == nil {
		read = &action.ActionType{}
	}
	read.Name = name
	shelf.ActionTypes = append(shelf.ActionTypes, read)
	for _, tool := range read.AllowedTools() {
		known, err := s.lookUp(ctx, tx, c, composition.ToolItem, tool)
		if err != nil {
			return err
		}
		if known.exists || found.isDraft {
			shelf.Tools = append(shelf.Tools, tool)
		}
	}
	return nil
}

// actionTypeProblems finds what is wrong with an action type as a draft, its tools included.
func (s *Service) actionTypeProblems(ctx context.Context, tx ports.Tx, c composition.Composition, text string) ([]fault.Problem, error) {
	read, problems := action.ParseActionType([]byte(text))
	if read == nil {
		return problems, nil
	}
	for _, name := range read.AllowedTools() {
		tool, err := s.lookUp(ctx, tx, c, composition.ToolItem, name)
		if err != nil {
			return nil, err
		}
		if !tool.exists {
			problems = append(problems, pack.UnknownTool("the action type", name))
		}
	}
	return problems, nil
}
