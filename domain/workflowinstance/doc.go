// Package workflowinstance is the engine: pure and deterministic. A call goes in
// with the instance as it stands, and the instance as it is afterwards comes out,
// with effects that say what the world must do and the new entries of the history.
//
// Nothing is mutated, and time and ids are arguments, so that folding the calls of
// an instance over again (Replay) gives the same instance, bit for bit.
//
// What each call makes of an instance by its status ("-": refused, nothing changes):
//
//	            start     complete            fail     cancel
//	none        waiting*  -                   -        -
//	waiting     -         waiting*            failed   cancelled
//	failed      -         failed              failed   cancelled
//	completed   -         -                   -        -
//	cancelled   -         -                   -        -
//
//	* or completed, when the last branch ends, or failed, when a branch can't go on
//
// An instance at rest waits, also while its actions run. A failed instance still
// stores the outputs of its waiting branches, but nothing advances.
package workflowinstance
