package mcp

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/reference"
)

// Addresses of resources. A server shows an agent one composition only, so that its address needs no id.
const (
	referenceBase   = "heddle://reference/"
	schemaBase      = "heddle://schemas/"
	workflowAddress = "heddle://composition/workflow"
	itemBase        = "heddle://composition/items/"
	catalogBase     = "heddle://catalog/"
)

const (
	markdown   = "text/markdown"
	jsonText   = "application/json"
	jsonSchema = "application/schema+json"
)

// schemas are those of what agents send, by the last part of their addresses.
var schemas = []struct {
	name, title string
	schema      func() *jsonschema.Schema
}{
	{"change-set", "Schema of change sets", func() *jsonschema.Schema { return changeSetSchema().Properties["changeSet"] }},
	{"action-type", "Schema of action types", func() *jsonschema.Schema { return actionTypeSchema().Properties["item"] }},
	{"tool", "Schema of tools", func() *jsonschema.Schema { return toolSchema().Properties["item"] }},
}

// offerResources adds the reference, the schemas, and the composition's documents.
func (s *session) offerResources(server *sdk.Server) {
	offerReference(server)
	server.AddResource(&sdk.Resource{
		URI: workflowAddress, Name: "workflow", Title: "The workflow draft", MIMEType: jsonText,
		Description: "The workflow with all that this turn has changed so far.",
	}, s.reading(s.readWorkflow))
	server.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: itemBase + "{type}/{name}", Name: "item", Title: "A draft", MIMEType: jsonText,
		Description: "An action type or tool: the draft if there is one, else what is published. The type is action-type or tool.",
	}, s.reading(s.readItem))
	s.offerEntries(server, s.backend)
	server.AddReceivingMiddleware(s.listItems, nameResourcesInstead)
}

// offerReference adds what never changes: the reference, and the schemas.
func offerReference(server *sdk.Server) {
	for _, section := range reference.Sections() {
		offerText(server, referenceBase+section.Name, section.Title, markdown, "# "+section.Title+"\n\n"+section.Text)
	}
	for _, offered := range schemas {
		offerText(server, schemaBase+offered.name, offered.title, jsonSchema, schemaText(offered.schema()))
	}
}

// offerEntries adds what is published.
func (s *session) offerEntries(server *sdk.Server, published catalogReader) {
	server.AddResourceTemplate(&sdk.ResourceTemplate{
		URITemplate: catalogBase + "{kind}/{name}", Name: "catalog-entry", Title: "Something published", MIMEType: jsonText,
		Description: "The kind is action-type, tool, workflow or session-template; a workflow's name is its slug.",
	}, s.reading(func(ctx context.Context, address string) (jsontext.Value, error) {
		kind, name := pathOf(address, catalogBase)
		answer, err := published.CatalogEntry(ctx, kind, name)
		content, _ := rawjson.Get(answer, "content")
		return content, err
	}))
}

func schemaText(schema *jsonschema.Schema) string {
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		panic("a schema can't be written: " + err.Error()) // a test writes every schema
	}
	return string(text)
}

// offerText adds a resource that never changes.
func offerText(server *sdk.Server, address, title, mimeType, text string) {
	name := address[strings.LastIndex(address, "/")+1:]
	server.AddResource(&sdk.Resource{URI: address, Name: name, Title: title, MIMEType: mimeType},
		func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
			return contents(address, mimeType, text), nil
		})
}

func contents(address, mimeType, text string) *sdk.ReadResourceResult {
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: address, MIMEType: mimeType, Text: text}}}
}

// reading makes a handler of a function that reads one address. Reads that fail are protocol errors: they have no result
// that could say so.
func (s *session) reading(read func(ctx context.Context, address string) (jsontext.Value, error)) sdk.ResourceHandler {
	return func(ctx context.Context, request *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		text, err := read(ctx, request.Params.URI)
		if err != nil {
			return nil, resourceError(err)
		}
		return contents(request.Params.URI, jsonText, string(text)), nil
	}
}

func resourceError(err error) error {
	code := int64(jsonrpc.CodeInternalError)
	if fault.KindOf(err) == fault.KindNotFound || fault.KindOf(err) == fault.KindInvalid {
		code = jsonrpc.CodeInvalidParams
	}
	return &jsonrpc.Error{Code: code, Message: describe(err)}
}

func (s *session) readWorkflow(ctx context.Context, _ string) (jsontext.Value, error) {
	answer, err := s.backend.Composition(ctx)
	if err != nil {
		return nil, err
	}
	workflow, _ := rawjson.Get(answer, "workflow")
	document, _ := rawjson.Get(workflow, "document")
	return document, nil
}

func (s *session) readItem(ctx context.Context, address string) (jsontext.Value, error) {
	itemType, name := pathOf(address, itemBase)
	answer, err := s.backend.Item(ctx, itemType, name)
	content, _ := rawjson.Get(answer, "content")
	return content, err
}

// pathOf takes the two parts of an address behind its base.
func pathOf(address, base string) (first, second string) {
	first, second, _ = strings.Cut(strings.TrimPrefix(address, base), "/")
	if unescaped, err := url.PathUnescape(second); err == nil {
		second = unescaped
	}
	return first, second
}

// listItems adds the composition's drafts to the list of resources, as they are at the moment.
func (s *session) listItems(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		answer, err := next(ctx, method, request)
		list, ok := answer.(*sdk.ListResourcesResult)
		if err != nil || !ok || list.NextCursor != "" {
			return answer, err
		}
		view, err := s.backend.Composition(ctx)
		if err != nil {
			return nil, resourceError(err)
		}
		items, _ := rawjson.Get(view, "items")
		array, _ := rawjson.ParseArray(items)
		for _, item := range array.Values() {
			itemType, name := memberText(item, "type"), memberText(item, "name")
			list.Resources = append(list.Resources, &sdk.Resource{
				URI: itemBase + itemType + "/" + url.PathEscape(name), Name: itemType + "/" + name, Title: "The " + itemType + " " + name, MIMEType: jsonText,
			})
		}
		return list, nil
	}
}

func memberText(object jsontext.Value, key string) string {
	value, _ := rawjson.Get(object, key)
	text, _ := rawjson.String(value)
	return text
}

// nameResourcesInstead makes the error of an unknown address say what there is.
func nameResourcesInstead(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		read, ok := request.(*sdk.ReadResourceRequest)
		if !ok || strings.HasPrefix(read.Params.URI, itemBase) || strings.HasPrefix(read.Params.URI, catalogBase) {
			return next(ctx, method, request)
		}
		known := addresses()
		if slices.Contains(known, read.Params.URI) {
			return next(ctx, method, request)
		}
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidParams,
			Message: "there is no resource " + read.Params.URI + spelling.DidYouMean(read.Params.URI, "resources", known),
		}
	}
}

// addresses lists the resources with an address of their own.
func addresses() []string {
	known := []string{workflowAddress}
	for _, name := range reference.Names() {
		known = append(known, referenceBase+name)
	}
	for _, offered := range schemas {
		known = append(known, schemaBase+offered.name)
	}
	return known
}
