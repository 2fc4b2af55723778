package http

import (
	"context"

	"heddle.dev/heddle/adapters/http/server"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/openapi/api"
)

// ChangeLease implements the contract.
func (o *operations) ChangeLease(ctx context.Context, r server.ChangeLeaseRequestObject) (server.ChangeLeaseResponseObject, error) {
	lease, err := o.Composing.ChangeLease(ctx, actorOf(ctx), r.CompositionId, r.Body.WindowId, composing.LeaseAction(r.Body.Action))
	if err != nil {
		return nil, err
	}
	return server.ChangeLease200JSONResponse(leaseOf(lease)), nil
}

func leaseOf(l composition.Lease) api.Lease {
	if l.ID == "" {
		return api.Lease{Epoch: l.Epoch}
	}
	return api.Lease{
		LeaseId: &l.ID, Epoch: l.Epoch, ExpiresAt: instantOrNone(&l.ExpiresAt),
		Holder: &api.LeaseHolder{WindowId: l.Holder.ID, UserId: l.Holder.UserID, Name: l.Holder.UserName},
	}
}
