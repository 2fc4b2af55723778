package composing

import (
	"context"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
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
		return s.actionTypeProblems(ctx, tx, c, text)
	case composition.ToolItem:
		_, problems := action.ParseTool([]byte(text))
		return problems, nil
	default:
		return s.workflowProblems(ctx, tx, c, text)
	}
}

func (s *Service) workflowProblems(ctx context.Context, tx ports.Tx, c composition.Composition, text string) ([]fault.Problem, error) {
	validator := validation.Validator{Expressions: s.compiler}
	d, err := document.Parse([]byte(text))
	if err != nil {
		return validator.Validate([]byte(text), nil), nil //nolint:nilerr // the problems say what can't be read
	}
	found := &validation.Catalog{ActionTypes: []*action.ActionType{}, Tools: []string{}, Teams: []string{}}
	teams, err := tx.ListTeams(ctx)
	if err != nil {
		return nil, err
	}
	for _, team := range teams {
		found.Teams = append(found.Teams, team.Slug)
	}
	for _, name := range pack.ActionTypesOf(d) {
		if err := s.shelve(ctx, tx, c, name, found); err != nil {
			return nil, err
		}
	}
	return validator.Document(d, found), nil
}
