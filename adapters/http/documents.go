package http

import (
	"context"
	"encoding/json"
	"errors"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/domain/action"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/revision"
	"heddle.dev/heddle/domain/simulation"
	"heddle.dev/heddle/domain/validation"
	"heddle.dev/heddle/openapi/api"
)

// ValidateDocument implements the contract.
func (o *operations) ValidateDocument(_ context.Context, r server.ValidateDocumentRequestObject) (server.ValidateDocumentResponseObject, error) {
	catalog, err := catalogOf(r.Body.Catalog)
	if err != nil {
		return nil, err
	}
	return server.ValidateDocument200JSONResponse{Problems: problemsOf(o.Examining.Validate(r.Body.Document, catalog))}, nil
}

// GetDocumentRevision implements the contract.
func (o *operations) GetDocumentRevision(_ context.Context, r server.GetDocumentRevisionRequestObject) (server.GetDocumentRevisionResponseObject, error) {
	rev, err := revision.OfDocumentText(r.Body.Document)
	if err != nil {
		return nil, err
	}
	return server.GetDocumentRevision200JSONResponse{ContentRevision: string(rev)}, nil
}

// ApplyChangeSet implements the contract.
func (o *operations) ApplyChangeSet(_ context.Context, r server.ApplyChangeSetRequestObject) (server.ApplyChangeSetResponseObject, error) {
	changed, err := o.Examining.Apply(r.Body.Document, r.Body.ChangeSet)
	if err != nil {
		return nil, err
	}
	return server.ApplyChangeSet200JSONResponse{
		Document: json.RawMessage(changed.Text()), ContentRevision: string(revision.OfDocument(changed)),
	}, nil
}

// DiffDocuments implements the contract.
func (o *operations) DiffDocuments(_ context.Context, r server.DiffDocumentsRequestObject) (server.DiffDocumentsResponseObject, error) {
	difference, err := o.Examining.Diff(r.Body.Before, r.Body.After)
	if err != nil {
		return nil, err
	}
	return server.DiffDocuments200JSONResponse{
		ChangeSet: json.RawMessage(difference.ChangeSet.Text()), Summary: difference.ChangeSet.Summary, Cosmetic: difference.Cosmetic,
	}, nil
}

// SimulateDocument implements the contract.
func (o *operations) SimulateDocument(_ context.Context, r server.SimulateDocumentRequestObject) (server.SimulateDocumentResponseObject, error) {
	in, err := simulationInput(r.Body.Context, r.Body.Outputs, r.Body.StopAtWaits)
	if err != nil {
		return nil, err
	}
	result, err := o.Examining.Simulate(r.Body.Document, in)
	if err != nil {
		return nil, err
	}
	shown, err := simulationOf(result)
	return server.SimulateDocument200JSONResponse(shown), err
}

// ListVariables implements the contract.
func (o *operations) ListVariables(_ context.Context, r server.ListVariablesRequestObject) (server.ListVariablesResponseObject, error) {
	catalog, err := catalogOf(r.Body.Catalog)
	if err != nil {
		return nil, err
	}
	place, err := o.Examining.VariablesAt(r.Body.Document, r.Body.NodeId, given(r.Body.EdgeId), catalog)
	if err != nil {
		return nil, err
	}
	return server.ListVariables200JSONResponse{
		Open: place.Open, Context: mapAll(place.Context, variableOf), Instance: mapAll(place.Instance, variableOf),
	}, nil
}

// EvaluateExpression implements the contract.
func (o *operations) EvaluateExpression(ctx context.Context, r server.EvaluateExpressionRequestObject) (server.EvaluateExpressionResponseObject, error) {
	answer, err := o.evaluate(ctx, *r.Body)
	return server.EvaluateExpression200JSONResponse(answer), err
}

// SimulateForAgent implements the contract.
func (o *operations) SimulateForAgent(ctx context.Context, r server.SimulateForAgentRequestObject) (server.SimulateForAgentResponseObject, error) {
	view, err := o.Composing.ViewForAgent(ctx, agentOf(ctx))
	if err != nil {
		return nil, err
	}
	in, err := simulationInput(r.Body.Context, r.Body.Outputs, r.Body.StopAtWaits)
	if err != nil {
		return nil, err
	}
	result, err := o.Examining.Simulate([]byte(view.Workflow.Content), in)
	if err != nil {
		return nil, err
	}
	shown, err := simulationOf(result)
	return server.SimulateForAgent200JSONResponse(shown), err
}

// EvaluateForAgent implements the contract.
func (o *operations) EvaluateForAgent(ctx context.Context, r server.EvaluateForAgentRequestObject) (server.EvaluateForAgentResponseObject, error) {
	answer, err := o.evaluate(ctx, *r.Body)
	return server.EvaluateForAgent200JSONResponse(answer), err
}

// evaluate answers a question about an expression. That it fails is an answer, not a failure of the request.
func (o *operations) evaluate(ctx context.Context, q api.Evaluation) (api.EvaluationResult, error) {
	read, err := o.eventOf(ctx, q)
	if err != nil {
		return api.EvaluationResult{}, err
	}
	result, err := o.Examining.Evaluate(examining.Question{
		Expression: q.Expression, Scope: expression.Scope(q.Scope), Context: jsontext.Value(given(q.Context)),
		Event: read, Instance: jsontext.Value(given(q.Instance)),
	})
	if failure := new(expression.Error); errors.As(err, &failure) {
		return api.EvaluationResult{Error: &api.EvaluationError{Code: string(failure.Code), Message: failure.Message}}, nil
	}
	if err != nil {
		return api.EvaluationResult{}, err
	}
	return api.EvaluationResult{Value: rawOrNone(string(result.Value)), Type: optional(result.Type)}, nil
}

// eventOf is the event of a question: the one that was sent along, or a stored one.
func (o *operations) eventOf(ctx context.Context, q api.Evaluation) (jsontext.Value, error) {
	if q.EventId == nil {
		return jsontext.Value(given(q.Event)), nil
	}
	if q.Event != nil {
		return nil, fault.New(fault.KindInvalid, "event-or-event-id", "give an event or the id of a stored one, not both")
	}
	stored, err := o.Receiving.Event(ctx, *q.EventId)
	if err != nil {
		return nil, err
	}
	return stored.Text()
}

func simulationInput(initial, outputs *json.RawMessage, stopAtWaits *bool) (simulation.Input, error) {
	read, err := simulation.ParseOutputs(given(outputs))
	return simulation.Input{Context: jsontext.Value(given(initial)), Outputs: read, StopAtWaits: given(stopAtWaits)}, err
}

func simulationOf(result simulation.Result) (api.SimulationResult, error) {
	shown := api.SimulationResult{Snapshots: make([]json.RawMessage, len(result.Snapshots))}
	for i := range result.Snapshots {
		text, err := jsonv2.Marshal(result.Snapshots[i])
		if err != nil {
			return shown, err
		}
		shown.Snapshots[i] = text
	}
	if result.Error == nil {
		return shown, nil
	}
	text, err := jsonv2.Marshal(result.Error)
	shown.Error = rawOrNone(string(text))
	return shown, err
}

func variableOf(v examining.Variable) api.Variable {
	return api.Variable{Name: v.Name, Type: optional(v.Type), Certain: v.Certain, Nullable: v.Nullable}
}

// catalogOf reads the lists that a document's names are checked against; nil if there are none.
func catalogOf(lists *api.CatalogLists) (*validation.Catalog, error) {
	if lists == nil {
		return nil, nil //nolint:nilnil // no lists, no catalog
	}
	catalog := &validation.Catalog{Tools: given(lists.Tools), Personas: given(lists.Personas), Teams: given(lists.Teams)}
	if lists.ActionTypes == nil {
		return catalog, nil
	}
	catalog.ActionTypes = []*action.ActionType{}
	for i, text := range *lists.ActionTypes {
		read, _ := action.ParseActionType(text) // what is wrong with it is a matter of its own
		if read == nil || read.Name == "" {
			return nil, fault.New(fault.KindInvalid, "invalid-catalog", "actionTypes[%d] is no object with a name", i)
		}
		catalog.ActionTypes = append(catalog.ActionTypes, read)
	}
	return catalog, nil
}
