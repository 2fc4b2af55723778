package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"heddle.dev/heddle/domain/fault"
)

func TestAFaultIsFoundBehindWhateverWrapsIt(t *testing.T) {
	t.Parallel()
	cause := errors.New("cause")
	f := fault.New(fault.KindStale, "stale", "%q changed", "it").Because(cause).With("revision", "1").WithProblems([]fault.Problem{{Code: "X"}})
	wrapped := fmt.Errorf("outer: %w", f)
	if fault.KindOf(wrapped) != fault.KindStale || fault.CodeOf(wrapped) != "stale" || fault.As(wrapped) != f || !errors.Is(wrapped, cause) {
		t.Errorf("%v", wrapped)
	}
	if f.Message != `"it" changed` || f.Details["revision"] != "1" || len(f.Problems) != 1 || f.Error() != `stale: "it" changed: cause` {
		t.Errorf("%+v", f)
	}
}

func TestWhatIsNoFaultIsInternal(t *testing.T) {
	t.Parallel()
	for _, err := range []error{nil, errors.New("x")} {
		if fault.KindOf(err) != fault.KindInternal || fault.CodeOf(err) != "internal" || fault.As(err) != nil {
			t.Errorf("%v", err)
		}
	}
}

func TestFaultsAreComparedByCode(t *testing.T) {
	t.Parallel()
	one := fault.New(fault.KindConflict, "taken", "one")
	if !errors.Is(fmt.Errorf("w: %w", one.With("a", "b")), fault.New(fault.KindInvalid, "taken", "two")) {
		t.Error("the same code is not the same")
	}
	if errors.Is(one, fault.New(fault.KindConflict, "other", "one")) || errors.Is(one, errors.New("taken")) {
		t.Error("another code is the same")
	}
}

func TestWhatIsAddedToAFaultIsAddedToACopy(t *testing.T) {
	t.Parallel()
	base := fault.New(fault.KindConflict, "taken", "one").With("a", "1")
	_ = base.With("b", "2")
	_ = base.WithProblems([]fault.Problem{{}})
	_ = base.Because(errors.New("x"))
	if len(base.Details) != 1 || base.Problems != nil || base.Cause != nil {
		t.Errorf("%+v", base)
	}
}
