// Package workflowinstance is the engine: pure and deterministic. A call goes in
// with the instance as it stands, and the instance as it is afterwards comes out,
// with effects that say what the world must do and the new entries of the history.
//
// Nothing is mutated, and time and ids are arguments, so that folding the calls of
// an instance over again (Replay) gives the same instance, bit for bit.
//
// The statuses and what leads from one to another:
//
//	          start
//	            │
//	            ▼    complete
//	 ┌────── waiting ──────────┐
//	 │          │ fail, or a   │ last branch
//	 │ cancel   │ branch that  │ ended
//	 │          ▼ can't go on  ▼
//	 ├─ cancel failed       completed
//	 ▼
//	cancelled
//
// An instance at rest waits, also while actions run. A failed instance still takes
// the completions of its waiting branches, but nothing advances.
package workflowinstance
