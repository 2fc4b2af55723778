// Package workflowinstance is the engine: pure and deterministic. A call goes in
// with the instance as it stands, and the instance as it is afterwards comes out,
// with effects that say what the world must do and the new entries of the history.
//
// Nothing is mutated, and time and ids are arguments, so that folding the calls of
// an instance over again (Replay) gives the same instance, bit for bit.
//
// What each call makes of an instance by its status ("-": refused, nothing changes):
//
//	            none     waiting    failed     stale      completed  cancelled
//	start       waiting* -          -          -          -          -
//	complete    -        waiting*   failed     waiting*   -          -
//	deliver     -        waiting*   failed     +          -          -
//	timeout     -        waiting*   failed     +          -          -
//	fail        -        failed     failed     failed     -          -
//	retry       -        -          waiting#   -          -          -
//	skip        -        waiting*   waiting#   waiting*   -          -
//	reject      -        waiting*   -          waiting*   -          -
//	mark-stale  -        stale      -          -          -          -
//	revive      -        -          -          waiting    -          -
//	migrate     -        waiting    failed     stale      -          -
//	cancel      -        cancelled  cancelled  cancelled  -          -
//
//	* or completed, when the last branch ends, or failed, when a branch can't go on
//	# as *, but still failed as long as another failure remains
//	+ does not come up: a stale instance waits for people only
//
// An instance at rest waits, also while its actions run. A failed instance still
// stores what its waiting branches bring, but nothing advances until a retry or a skip.
package workflowinstance
