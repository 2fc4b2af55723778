// Package composition holds the working session in which a person and an agent
// edit the same drafts in turns, and the rules of the turn loop.
//
// The state table of the turn loop follows; Loop holds the same as a value, and a
// test walks every cell of it. A cell is the next state, the code of the fault with
// which the event is refused, or nothing where the event comes too late to matter.
// The last but one column tells what becomes of the pending change set.
//
//	| event                  | idle              | ai-working           | resolving              | set    | what happens                                                      |
//	|------------------------|-------------------|----------------------|------------------------|--------|-------------------------------------------------------------------|
//	| user-message           | ai-working        | refused turn-running | refused turn-resolving | keep   | a turn starts, on top of the pending set                          |
//	| agent-change           | refused no-turn   | ai-working           | refused no-turn        | keep   | saved and locked, or added to the turn's working copy             |
//	| end-without-set        |                   | idle                 |                        | keep   | receipt, locks released                                           |
//	| end-with-set-to-wait   |                   | idle                 |                        | store  | receipt; in review mode, or with no editor open, the set waits    |
//	| end-with-set-to-apply  |                   | resolving            |                        | store  | receipt; the set is sent to the holder of the editor lease        |
//	| set-saved              | idle              | ai-working           | idle                   | drop   | the workflow was saved with the set in it, in the same transaction |
//	| set-rejected           | idle              | refused turn-running | idle                   | drop   | the person does not want it                                       |
//	| set-carried-over       | idle              | refused turn-running | resolving              | store  | it was stale, and is based on what is there now                   |
//	| set-sent               | resolving         |                      | resolving              | keep   | an editor opened, or another took over; it has 15 s from now       |
//	| set-stale              | ai-working        | refused turn-running | ai-working             | keep   | the agent is asked once more in the same turn                     |
//	| set-given-up           | idle              | refused turn-running | idle                   | drop   | stale again, or stale when an editor opened; notice               |
//	| set-unusable           | idle              | ai-working           | idle                   | keep   | the editor could not apply it; notice                             |
//	| editor-silent          |                   |                      | idle                   | keep   | 15 s without an answer; notice                                    |
//	| editor-left            |                   |                      | idle                   | keep   | the holder released the lease                                     |
//	| interrupt              | refused no-turn   | idle                 | idle                   | keep   | what was saved stays, the working copy stays with the turn        |
//	| agent-lost             |                   | idle                 | idle                   | keep   | the same: agent error or exit, or its server went away            |
//	| set-offered            | idle              | refused turn-running | refused turn-resolving | store  | a person wants what a broken turn had proposed                    |
package composition
