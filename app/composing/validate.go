package composing

import (
	"context"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/ports"
)

// checkAll finds what is wrong with each of a composition's drafts.
func (s *Service) checkAll(
	ctx context.Context, tx ports.Tx, c composition.Composition, items []composition.Item,
) ([]CheckedItem, error) {
	checked := make([]CheckedItem, len(items))
	for i, item := range items {
		problems, err := s.problems(ctx, tx, c, item.Type, item.Content)
		if err != nil {
			return nil, err
		}
		checked[i] = CheckedItem{Item: item, Problems: problems}
	}
	return checked, nil
}

func (s *Service) check(ctx context.Context, tx ports.Tx, c composition.Composition, item composition.Item) (CheckedItem, error) {
	problems, err := s.problems(ctx, tx, c, item.Type, item.Content)
	return CheckedItem{Item: item, Problems: problems}, err
}

// problems finds what is wrong with a text as a draft of the composition.
func (s *Service) problems(
	ctx context.Context, tx ports.Tx, c composition.Composition, itemType composition.ItemType, text string,
) ([]fault.Problem, error) {
	switch itemType {
	case composition.ActionTypeItem:
		_, problems := action.ParseActionType([]byte(text))
		return problems, nil
	case composition.ToolItem:
		_, problems := action.ParseTool([]byte(text))
		return problems, nil
	default:
		return s.workflowProblems(ctx, tx, c, text)
	}
}

func (s *Service) workflowProblems(ctx context.Context, tx ports.Tx, c composition.Composition, text string) ([]fault.Problem, error) {
	problems := validation.Validate([]byte(text), s.checkExpression)
	if validation.HasErrors(problems) {
		return problems, nil
	}
	d, err := document.Parse([]byte(text))
	if err != nil {
		return problems, err
	}
	known := map[string]bool{}
	for _, name := range actionTypesOf(d) {
		if known[name], err = s.actionTypeExists(ctx, tx, c, name); err != nil {
			return problems, err
		}
	}
	return append(problems, validation.UnknownActionTypes(d, func(name string) bool { return known[name] })...), nil
}

func (s *Service) checkExpression(scope, source string) error {
	_, err := s.compiler.Compile(expression.Scope(scope), source)
	return err
}

// actionTypeExists looks among the drafts, then in the catalog.
func (s *Service) actionTypeExists(ctx context.Context, tx ports.Tx, c composition.Composition, name string) (bool, error) {
	_, err := tx.ItemByName(ctx, c.ID, composition.ActionTypeItem, name)
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		_, err = lookUp(ctx, tx, kindOf(composition.ActionTypeItem), c.TeamID, name)
	}
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return false, nil
	}
	return err == nil, err
}

// actionTypesOf lists the names of the action types that a document calls, each once, in document order.
func actionTypesOf(d *document.Document) []string {
	var names []string
	seen := map[string]bool{}
	for _, node := range d.Nodes() {
		name, ok := validation.ActionTypeOf(node)
		if ok && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
