package pack

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/domain/validation"
)

// Codes of what can be wrong with an item of a pack, beside what is wrong with its content.
const (
	MissingDependency = "MISSING_DEPENDENCY" // it names what neither comes along nor is published
	NameInUse         = "NAME_IN_USE"        // it would rename what workflows use under the old name
)

// Checker judges packs. It holds no state; what it finds depends on the pack and the target alone.
type Checker struct {
	Expressions expression.Analyst
}

// examination is one pack before one target.
type examination struct {
	Checker
	pack        *Pack
	target      Target
	actionTypes []*action.ActionType // of the pack, then what workflows call beyond it
	replaced    map[string]bool      // ids of the definitions that the pack's workflows go to
}

func (c Checker) examine(p *Pack, target Target) *examination {
	e := &examination{Checker: c, pack: p, target: target, actionTypes: []*action.ActionType{}, replaced: map[string]bool{}}
	for i := range p.items {
		if p.items[i].Kind == catalog.ActionType {
			e.shelve(p.items[i].Key, p.items[i].Content)
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(target.Others), byKey) {
		if key.Kind == catalog.ActionType {
			e.shelve(key, target.Others[key].Content)
		}
	}
	for key, occupant := range target.Occupants {
		if key.Kind == Workflow {
			e.replaced[occupant.ID] = true
		}
	}
	return e
}

func byKey(a, b Key) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name)) }

// shelve reads an action type as far as it makes sense; what is wrong with it is a matter of its own.
func (e *examination) shelve(key Key, content string) {
	read, _ := action.ParseActionType([]byte(content))
	if read == nil {
		read = &action.ActionType{}
	}
	read.Name = key.Name
	e.actionTypes = append(e.actionTypes, read)
}

// content finds what a name stands for once the pack is imported; false if it stands for nothing.
func (e *examination) content(key Key) (text string, known bool) {
	if item := e.pack.Item(key); item != nil {
		return item.Content, true
	}
	other, known := e.target.Others[key]
	return other.Content, known
}

// check lists what is wrong with an item, and which of the things that it names are missing.
func (e *examination) check(item *Item) (problems []fault.Problem, missing []Key) {
	for _, warning := range item.Warnings {
		problems = append(problems, fault.Problem{Severity: fault.SeverityWarning, Code: CodeNameIgnored, Message: warning})
	}
	var found []fault.Problem
	switch item.Kind {
	case catalog.ActionType:
		_, found = action.ParseActionType([]byte(item.Content))
		problems = append(problems, found...)
		missing = e.missing(item.Kind, item.Content)
		problems = append(problems, e.missingTools(missing, "the action type")...)
	case catalog.SessionTemplate:
		_, found = sessiontemplate.Parse([]byte(item.Content))
		problems = append(problems, found...)
	case catalog.Tool:
		_, found = action.ParseTool([]byte(item.Content))
		problems = append(problems, found...)
	default:
		found, missing = e.checkWorkflow(item)
		problems = append(problems, found...)
	}
	problems = append(problems, e.checkName(item)...)
	for i := range problems {
		problems[i].Item = item.Called()
	}
	return problems, missing
}

func (e *examination) missing(kind catalog.Kind, content string) (keys []Key) {
	for _, key := range references(kind, content) {
		if _, known := e.content(key); !known {
			keys = append(keys, key)
		}
	}
	return keys
}

// UnknownTool is the problem that an action type allows a tool that is nowhere.
func UnknownTool(who, tool string) fault.Problem {
	return fault.Problem{
		Severity: fault.SeverityError, Code: string(validation.UnknownTool), Field: "allowedTools",
		Message: fmt.Sprintf("%s allows the tool %q, which does not exist", who, tool),
	}
}

func (e *examination) missingTools(keys []Key, who string) (problems []fault.Problem) {
	for _, key := range keys {
		problem := UnknownTool(who, key.Name)
		if e.leftBehind(key) {
			problem.Code, problem.Message = MissingDependency, fmt.Sprintf("%s allows the tool %q, %s", who, key.Name, leftBehind)
		}
		problems = append(problems, problem)
	}
	return problems
}

// leftBehind is what is said of something missing that may be where the pack was made.
const leftBehind = "which is not published and does not come along: take it along or publish it first"

func (e *examination) leftBehind(key Key) bool { return e.pack.Left == nil || e.pack.Left[key] }

// checkWorkflow holds a document against what it will find when the pack is imported. Action types of the pack answer for
// their tools themselves.
func (e *examination) checkWorkflow(item *Item) (problems []fault.Problem, missing []Key) {
	validator := validation.Validator{Expressions: e.Expressions}
	d, err := document.Parse([]byte(item.Content))
	if err != nil {
		return validator.Validate([]byte(item.Content), nil), nil
	}
	problems = validator.Document(d, &validation.Catalog{ActionTypes: e.actionTypes, Teams: e.target.Teams})
	e.asDependencies(d, problems)
	missing = e.missing(Workflow, item.Content)
	for _, key := range references(Workflow, item.Content) {
		if e.pack.Item(key) != nil {
			continue
		}
		tools := e.missing(catalog.ActionType, e.target.Others[key].Content)
		problems = append(problems, e.missingTools(tools, fmt.Sprintf("the action type %q", key.Name))...)
		missing = append(missing, tools...)
	}
	if !validation.HasErrors(problems) {
		problems = slices.Concat(problems, definition.Uncompiled(problems), definition.Unrunnable(d))
	}
	return problems, missing
}

// asDependencies says of action types that were left behind what can be done about that.
func (e *examination) asDependencies(d *document.Document, problems []fault.Problem) {
	for i := range problems {
		if validation.Code(problems[i].Code) != validation.UnknownActionType {
			continue
		}
		node, _ := d.Node(problems[i].NodeID)
		if name, _ := validation.ActionTypeOf(node); e.leftBehind(Key{catalog.ActionType, name}) {
			problems[i].Code = MissingDependency
			problems[i].Message = fmt.Sprintf("the workflow calls the action type %q, %s", name, leftBehind)
		}
	}
}

// checkName refuses to take the name from under workflows that are not imported along: the next version of each would
// look for it in vain.
func (e *examination) checkName(item *Item) []fault.Problem {
	occupant, exists := e.target.Occupants[item.Key]
	if !exists || item.Kind == Workflow || occupant.Name == item.Name {
		return nil
	}
	users := catalog.WorkflowsOf(e.usesElsewhere(occupant))
	if len(users) == 0 {
		return nil
	}
	return []fault.Problem{{
		Severity: fault.SeverityError, Code: NameInUse, Field: keyName,
		Message: fmt.Sprintf("%s %q can't be renamed: it is used under that name by %s", item.Kind, occupant.Name, spelling.Quoted(users)),
	}}
}

// usesElsewhere lists the workflows that use an object and are not of the pack.
func (e *examination) usesElsewhere(object Occupant) []catalog.Use {
	return slices.DeleteFunc(slices.Clone(object.Uses), func(use catalog.Use) bool { return e.replaced[use.WorkflowID] })
}
