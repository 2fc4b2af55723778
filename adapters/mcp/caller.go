package mcp

import "context"

// caller is the agent that a request comes from, and the composition it works on.
type caller struct{ composition, token string }

type callerKey struct{}

// withCaller notes who calls.
func withCaller(ctx context.Context, who caller) context.Context {
	return context.WithValue(ctx, callerKey{}, who)
}

// callerOf is who calls; nobody over stdio, where there is one only.
func callerOf(ctx context.Context) caller {
	who, _ := ctx.Value(callerKey{}).(caller)
	return who
}
