package validation

const (
	severityError   = "error"
	severityWarning = "warning"
)

// Code names one rule. The wording is that of the wire contract.
type Code string

// Codes of the shape step, all errors; MalformedOutputOption is also a warning.
const (
	InvalidWorkflow            Code = "INVALID_WORKFLOW"
	InvalidNodes               Code = "INVALID_NODES"
	InvalidEdges               Code = "INVALID_EDGES"
	InvalidNode                Code = "INVALID_NODE"
	InvalidEdge                Code = "INVALID_EDGE"
	InvalidNodeType            Code = "INVALID_NODE_TYPE"
	InvalidNodeName            Code = "INVALID_NODE_NAME"
	InvalidNodeConfig          Code = "INVALID_NODE_CONFIG"
	InvalidNodePosition        Code = "INVALID_NODE_POSITION"
	InvalidWorkflowDescription Code = "INVALID_WORKFLOW_DESCRIPTION"
	InvalidWorkflowVersion     Code = "INVALID_WORKFLOW_VERSION"
	InvalidInputsType          Code = "INVALID_INPUTS_TYPE"
	InvalidOutputsType         Code = "INVALID_OUTPUTS_TYPE"
	InvalidInputDefinition     Code = "INVALID_INPUT_DEFINITION"
	InvalidOutputDefinition    Code = "INVALID_OUTPUT_DEFINITION"
	MalformedOutputOption      Code = "MALFORMED_OUTPUT_OPTION"
	InvalidTaskTitle           Code = "INVALID_TASK_TITLE"
	InvalidTaskDescription     Code = "INVALID_TASK_DESCRIPTION"
	InvalidMatchType           Code = "INVALID_MATCH_TYPE"
	InvalidLookback            Code = "INVALID_LOOKBACK"
	InvalidWaitDuration        Code = "INVALID_WAIT_DURATION"
	InvalidTimeout             Code = "INVALID_TIMEOUT"
	InvalidCorrelationKey      Code = "INVALID_CORRELATION_KEY"
	InvalidStageSettings       Code = "INVALID_STAGE_SETTINGS"
	InvalidActionTypeValue     Code = "INVALID_ACTION_TYPE_VALUE"
)

// Codes of structure.
const (
	EmptyWorkflow       Code = "EMPTY_WORKFLOW"
	MissingWorkflowID   Code = "MISSING_WORKFLOW_ID"
	MissingWorkflowName Code = "MISSING_WORKFLOW_NAME"
	MissingNodeID       Code = "MISSING_NODE_ID"
	MissingEdgeID       Code = "MISSING_EDGE_ID"
	DuplicateNodeID     Code = "DUPLICATE_NODE_ID"
	DuplicateEdgeID     Code = "DUPLICATE_EDGE_ID"
	NoStartNode         Code = "NO_START_NODE"
	MultipleStartNodes  Code = "MULTIPLE_START_NODES"
	NoEndNode           Code = "NO_END_NODE"
	MissingEdgeSource   Code = "MISSING_EDGE_SOURCE"
	MissingEdgeTarget   Code = "MISSING_EDGE_TARGET"
	InvalidEdgeSource   Code = "INVALID_EDGE_SOURCE"
	InvalidEdgeTarget   Code = "INVALID_EDGE_TARGET"
	StartHasIncoming    Code = "START_HAS_INCOMING"
	EndHasOutgoing      Code = "END_HAS_OUTGOING"
	MissingActionType   Code = "MISSING_ACTION_TYPE"
	DisconnectedNode    Code = "DISCONNECTED_NODE"
	NoOutgoingEdges     Code = "NO_OUTGOING_EDGES"
	MissingNodeName     Code = "MISSING_NODE_NAME"
	NoIncomingEdges     Code = "NO_INCOMING_EDGES"
	UnreachableNode     Code = "UNREACHABLE_NODE"
	NoPathToEnd         Code = "NO_PATH_TO_END"
)

// Codes of edges.
const (
	SelfLoopEdge              Code = "SELF_LOOP_EDGE"
	DuplicateEdge             Code = "DUPLICATE_EDGE"
	DefaultEdgeWithCondition  Code = "DEFAULT_EDGE_WITH_CONDITION"
	SingleConditionalEdge     Code = "SINGLE_CONDITIONAL_EDGE"
	NoDefaultEdge             Code = "NO_DEFAULT_EDGE"
	MultipleDefaultEdges      Code = "MULTIPLE_DEFAULT_EDGES"
	DuplicateEdgePriority     Code = "DUPLICATE_EDGE_PRIORITY"
	InvalidCondition          Code = "INVALID_CONDITION"
	TimeoutEdgeWithoutTimeout Code = "TIMEOUT_EDGE_WITHOUT_TIMEOUT"
)

// Codes of meaning.
const (
	MissingStartInputs              Code = "MISSING_START_INPUTS"
	DuplicateInputName              Code = "DUPLICATE_INPUT_NAME"
	MissingActionInputs             Code = "MISSING_ACTION_INPUTS"
	MissingActionOutputs            Code = "MISSING_ACTION_OUTPUTS"
	DuplicateOutputName             Code = "DUPLICATE_OUTPUT_NAME"
	EmptyActionInputExpression      Code = "EMPTY_ACTION_INPUT_EXPRESSION"
	MissingTaskDescription          Code = "MISSING_TASK_DESCRIPTION"
	InvalidTaskTitleExpression      Code = "INVALID_TASK_TITLE_EXPRESSION"
	MissingTaskOutputs              Code = "MISSING_TASK_OUTPUTS"
	EmptyTaskInputExpression        Code = "EMPTY_TASK_INPUT_EXPRESSION"
	WidgetTypeMismatch              Code = "WIDGET_TYPE_MISMATCH"
	SelectMissingOptions            Code = "SELECT_MISSING_OPTIONS"
	DefaultValueTypeMismatch        Code = "DEFAULT_VALUE_TYPE_MISMATCH"
	MissingEventType                Code = "MISSING_EVENT_TYPE"
	InvalidEventTypeValue           Code = "INVALID_EVENT_TYPE_VALUE"
	DuplicateEventReceiver          Code = "DUPLICATE_EVENT_RECEIVER"
	AutomatedCycle                  Code = "AUTOMATED_CYCLE"
	MissingWaitDuration             Code = "MISSING_WAIT_DURATION"
	MissingOutputContextKey         Code = "MISSING_OUTPUT_CONTEXT_KEY"
	MissingOutputExpression         Code = "MISSING_OUTPUT_EXPRESSION"
	InvalidInputExpression          Code = "INVALID_INPUT_EXPRESSION"
	InvalidMatchExpression          Code = "INVALID_MATCH_EXPRESSION"
	InvalidOutputExpression         Code = "INVALID_OUTPUT_EXPRESSION"
	MissingCorrelationKeyExpression Code = "MISSING_CORRELATION_KEY_EXPRESSION"
	InvalidCorrelationKeyExpression Code = "INVALID_CORRELATION_KEY_EXPRESSION"
)

// Codes of parallel regions.
const (
	MixedForkEdges           Code = "MIXED_FORK_EDGES"
	ForkWithoutJoin          Code = "FORK_WITHOUT_JOIN"
	ParallelBranchReachesEnd Code = "PARALLEL_BRANCH_REACHES_END"
	UnbalancedParallel       Code = "UNBALANCED_PARALLEL"
	CrossingParallelRegions  Code = "CROSSING_PARALLEL_REGIONS"
	ParallelRegionCycle      Code = "PARALLEL_REGION_CYCLE"
	ParallelContextCollision Code = "PARALLEL_CONTEXT_COLLISION"
	ParallelSiblingRead      Code = "PARALLEL_SIBLING_READ"
)

// Codes of data flow: what expressions find in the context, and of what kinds it is.
const (
	UnknownContextKey      Code = "UNKNOWN_CONTEXT_KEY"
	MaybeMissingContextKey Code = "MAYBE_MISSING_CONTEXT_KEY"
	MaybeNullContextKey    Code = "MAYBE_NULL_CONTEXT_KEY"
	ExpressionTypeMismatch Code = "EXPRESSION_TYPE_MISMATCH"
)

// Codes of the catalog.
const (
	UnknownActionType          Code = "UNKNOWN_ACTION_TYPE"
	UnknownActionInput         Code = "UNKNOWN_ACTION_INPUT"
	MissingRequiredActionInput Code = "MISSING_REQUIRED_ACTION_INPUT"
	UnknownActionOutput        Code = "UNKNOWN_ACTION_OUTPUT"
	UnknownPersona             Code = "UNKNOWN_PERSONA"
	UnknownTeam                Code = "UNKNOWN_TEAM"
	UnknownTool                Code = "UNKNOWN_TOOL"
)

// severityOf is the severity of a code's problems.
func severityOf(code Code) string {
	switch code {
	case MissingNodeName, NoIncomingEdges, UnreachableNode, NoPathToEnd,
		SelfLoopEdge, DuplicateEdge, DefaultEdgeWithCondition, SingleConditionalEdge, NoDefaultEdge,
		MultipleDefaultEdges, DuplicateEdgePriority, InvalidCondition,
		MissingStartInputs, DuplicateInputName, MissingActionInputs, MissingActionOutputs, DuplicateOutputName,
		EmptyActionInputExpression, MissingTaskDescription, InvalidTaskTitleExpression, MissingTaskOutputs,
		EmptyTaskInputExpression, WidgetTypeMismatch, SelectMissingOptions, DefaultValueTypeMismatch,
		MissingEventType, InvalidEventTypeValue, DuplicateEventReceiver, AutomatedCycle, MissingWaitDuration,
		MissingOutputContextKey, MissingOutputExpression,
		ParallelContextCollision, ParallelSiblingRead,
		UnknownContextKey, MaybeMissingContextKey, MaybeNullContextKey, ExpressionTypeMismatch,
		UnknownActionInput, UnknownActionOutput:
		return severityWarning
	default:
		return severityError
	}
}
