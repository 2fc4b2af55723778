package composing

import (
	"context"
	"slices"

	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/ports"
)

// Publish names the drafts to publish.
type Publish struct {
	ItemIDs []string
	Force   bool   // overwrite objects that changed outside since the drafts were based on them
	Slug    string // for the first publish of the workflow; empty: made from its name
}

// Published is what a publish wrote.
type Published struct {
	Items    []CheckedItem
	Workflow *definition.Definition // nil if the workflow was not among the items
}

// PublishItems writes the selected drafts to the catalog, all of them or none: each must be valid, what they depend on
// must be selected too or exist, and nothing they replace may have changed outside, unless Force says so.
func (s *Service) PublishItems(ctx context.Context, actor access.Actor, compositionID string, input Publish) (published Published, err error) {
	if len(input.ItemIDs) == 0 {
		return published, fault.New(fault.KindInvalid, "nothing-selected", "name the items to publish")
	}
	err = s.change(ctx, actor, access.WorkflowPublish, compositionID, func(ctx context.Context, tx ports.Tx, c *composition.Composition) error {
		p := publication{Service: s, tx: tx, c: c, actor: actor, input: input}
		if err := p.selectItems(ctx); err != nil {
			return err
		}
		if err := p.requirePublishable(ctx); err != nil {
			return err
		}
		if err := p.requireUnchangedOutside(ctx); err != nil {
			return err
		}
		published, err = p.write(ctx)
		return err
	})
	return published, err
}

// publication is one publish under way.
type publication struct {
	*Service
	tx    ports.Tx
	c     *composition.Composition
	actor access.Actor
	input Publish
	items []composition.Item // selected, the workflow last, since its version takes up the others
}

func (p *publication) selectItems(ctx context.Context) error {
	all, err := p.tx.ListItems(ctx, p.c.ID)
	if err != nil {
		return err
	}
	for _, id := range p.input.ItemIDs {
		i := slices.IndexFunc(all, func(item composition.Item) bool { return item.ID == id })
		if i < 0 {
			return fault.New(fault.KindNotFound, "not-found", "this composition has no item %q", id)
		}
		if err := all[i].RequireUnlocked(p.c); err != nil {
			return err
		}
	}
	slices.Reverse(all)
	for _, item := range all {
		if slices.Contains(p.input.ItemIDs, item.ID) {
			p.items = append(p.items, item)
		}
	}
	return nil
}

// requirePublishable collects what is wrong with the selected drafts, and dependencies that are nowhere.
func (p *publication) requirePublishable(ctx context.Context) error {
	var problems []fault.Problem
	for _, item := range p.items {
		found, err := p.problems(ctx, p.tx, *p.c, item.Type, item.Content)
		if err != nil {
			return err
		}
		if item.Type == composition.WorkflowItem && !validation.HasErrors(found) {
			missing, err := p.missingDependencies(ctx, item)
			if err != nil {
				return err
			}
			found = slices.Concat(found, definition.Uncompiled(found), missing)
		}
		for _, problem := range found {
			problem.Item = item.Label()
			problems = append(problems, problem)
		}
	}
	if !validation.HasErrors(problems) {
		return nil
	}
	return fault.New(fault.KindInvalid, "not-publishable", "nothing was published: see the problems of each item").WithProblems(problems)
}

// MissingDependency is the code of the problem that a workflow needs a draft that is neither selected nor published.
const MissingDependency = "MISSING_DEPENDENCY"

func (p *publication) missingDependencies(ctx context.Context, workflow composition.Item) (problems []fault.Problem, err error) {
	d, err := parsedDocument(workflow)
	if err != nil {
		return nil, err
	}
	problems = definition.Unrunnable(d)
	for _, name := range actionTypesOf(d) {
		selected := slices.ContainsFunc(p.items, func(item composition.Item) bool {
			return item.Type == composition.ActionTypeItem && item.Name == name
		})
		if selected {
			continue
		}
		_, err := lookUp(ctx, p.tx, kindOf(composition.ActionTypeItem), p.c.TeamID, name)
		if err != nil && fault.KindOf(err) != fault.KindNotFound {
			return nil, err
		}
		if err != nil {
			problems = append(problems, fault.Problem{
				Severity: fault.SeverityError, Code: MissingDependency, Field: "actionType",
				Message: "the workflow calls the action type " + name + ", which is not published yet: publish its draft too",
			})
		}
	}
	return problems, nil
}

// requireUnchangedOutside refuses to overwrite what somebody else published since a draft was based on it.
func (p *publication) requireUnchangedOutside(ctx context.Context) error {
	if p.input.Force {
		return nil
	}
	var problems []fault.Problem
	for _, item := range p.items {
		current, exists, err := p.publishedRevision(ctx, item)
		if err != nil {
			return err
		}
		if exists && current != string(item.BaseContentRevision) {
			problems = append(problems, fault.Problem{
				Severity: fault.SeverityError, Code: "CHANGED_OUTSIDE", Item: item.Label(),
				Message: "what is published as " + item.Label() + " is not what this draft was based on: it has the revision " + current,
			})
		}
	}
	if problems == nil {
		return nil
	}
	return fault.New(fault.KindConflict, "changed-outside",
		"nothing was published: some published objects changed since these drafts were based on them; publish with force to overwrite them").
		WithProblems(problems)
}

// publishedRevision tells what is published now where the item would go, and keeps others from changing it meanwhile.
func (p *publication) publishedRevision(ctx context.Context, item composition.Item) (rev string, exists bool, err error) {
	if item.Type == composition.WorkflowItem {
		if item.BaseItemID == "" {
			return "", false, nil
		}
		d, err := p.tx.LockDefinition(ctx, item.BaseItemID)
		return string(d.ContentRevision), err == nil, unlessMissing(err)
	}
	object, err := p.tx.ObjectByName(ctx, kindOf(item.Type), p.c.TeamID, item.Name)
	if err == nil {
		object, err = p.tx.LockObject(ctx, object.Kind, object.ID)
	}
	return string(object.ContentRevision), err == nil, unlessMissing(err)
}

func unlessMissing(err error) error {
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return nil
	}
	return err
}
