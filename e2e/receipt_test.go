package e2e_test

import (
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

// TestAReceiptTellsWhatWasDoneWhateverTheAgentSays compares the server's account of turns with an agent that lies.
func TestAReceiptTellsWhatWasDoneWhateverTheAgentSays(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition := s.Compose("Lies")
		boasted := s.Ask(composition.Id, "boast")
		if r := boasted.Receipt; r.OpsApplied != 0 || len(r.ItemsSaved) != 0 || r.Summary != nil || r.TestsRun != nil || boasted.ChangeSet != nil {
			t.Errorf("nothing was done, and the receipt is %+v", *r)
		}
		if n := len(s.Items(composition.Id)); n != 1 {
			t.Errorf("nothing was saved, and there are %d drafts", n)
		}

		understated := s.Ask(composition.Id, "understate")
		r := understated.Receipt
		if r.OpsApplied != 3 || strings.Join(r.ItemsSaved, " ") != "tool/broken tool/hidden" || r.Summary == nil || strings.Contains(*r.Summary, "typo") {
			t.Errorf("the receipt is %+v", *r)
		}
		if tests := r.TestsRun; tests == nil || len(*tests) != 1 || (*tests)[0].Name != "tool/hidden" {
			t.Errorf("the tests that were run are %+v", tests)
		}
		if r.ProblemsAfter == 0 {
			t.Error("a tool without a source is counted as no problem")
		}
		if !strings.Contains(string(*understated.ChangeSet), `"agent:heddle-workbench"`) || strings.Contains(string(*understated.ChangeSet), `"user"`) {
			t.Errorf("the change set is signed by another: %s", *understated.ChangeSet)
		}
	}, playbooks(t))
}
