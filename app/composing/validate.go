package composing

import (
	"context"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/catalog"
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
	validator := validation.Validator{Expressions: s.compiler}
	d, err := document.Parse([]byte(text))
	if err != nil {
		return validator.Validate([]byte(text), nil), nil //nolint:nilerr // the problems say what can't be read
	}
	found := &validation.Catalog{ActionTypes: []*action.ActionType{}, Teams: []string{}}
	teams, err := tx.ListTeams(ctx)
	if err != nil {
		return nil, err
	}
	for _, team := range teams {
		found.Teams = append(found.Teams, team.Slug)
	}
	for _, name := range pack.ActionTypesOf(d) {
		actionType, err := s.actionType(ctx, tx, c, name)
		if err != nil {
			return nil, err
		}
		if actionType != nil {
			found.ActionTypes = append(found.ActionTypes, actionType)
		}
	}
	return validator.Document(d, found), nil
}

// actionType looks among the drafts, then in the catalog; nil if it is in neither.
func (s *Service) actionType(ctx context.Context, tx ports.Tx, c composition.Composition, name string) (*action.ActionType, error) {
	content := ""
	item, err := tx.ItemByName(ctx, c.ID, composition.ActionTypeItem, name)
	if err == nil {
		content = item.Content
	} else if fault.KindOf(err) == fault.KindNotFound {
		var object catalog.Object
		object, err = cataloguing.LookUp(ctx, tx, kindOf(composition.ActionTypeItem), c.TeamID, name)
		content = object.Content
	}
	switch {
	case err == nil:
		return named(content, name), nil
	case fault.KindOf(err) == fault.KindNotFound:
		return nil, nil //nolint:nilnil // there is no such action type, which is no error
	default:
		return nil, err
	}
}

// named reads an action type as far as it makes sense: what is wrong with it is a
// matter of its own.
func named(content, name string) *action.ActionType {
	read, _ := action.ParseActionType([]byte(content))
	if read == nil {
		read = &action.ActionType{}
	}
	read.Name = name
	return read
}
