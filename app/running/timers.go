package running

import (
	"context"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// FireTimer is the handler of FireTimerJob: it says that the time of a wait, or of a wait for an
// event, has come.
func (s *Service) FireTimer(ctx context.Context, job ports.Job) error {
	var args activationJob
	if err := json.Unmarshal([]byte(job.Args), &args); err != nil {
		return err
	}
	version, err := s.versionOf(ctx, args.InstanceID)
	if err != nil && fault.KindOf(err) == fault.KindNotFound {
		return s.finishJob(ctx, job)
	}
	if err != nil {
		return err
	}
	return s.store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
		stored, instance, err := lockInstance(ctx, tx, args.InstanceID)
		if err != nil {
			return err
		}
		if err := jobs.Finish(ctx, tx, job); err != nil {
			return err
		}
		if _, active := instance.Active(args.ActivationID); !active || instance.Status == workflowinstance.Cancelled {
			return nil
		}
		call := workflowinstance.Call{Kind: workflowinstance.TimeoutCall, At: s.clock.Now().UTC(), ActivationID: args.ActivationID}
		return s.apply(ctx, tx, version, stored, instance, call, engineActor)
	})
}
