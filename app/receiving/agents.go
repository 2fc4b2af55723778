package receiving

import (
	"context"
	"fmt"
	"slices"

	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/event"
	"heddle.dev/heddle/ports"
)

// AgentList is a list of events for an agent, which is told what there is instead where nothing fits.
type AgentList struct {
	Events   []event.Event
	Notice   string
	Declared []event.Field // what events of the type hold, where none is stored
}

// EventsForAgent lists the newest first, as Events does.
func (s *Service) EventsForAgent(ctx context.Context, filter ports.StreamEventFilter, limit int) (list AgentList, err error) {
	list.Events, err = s.Events(ctx, filter, ports.Page{Limit: limit})
	if err != nil || len(list.Events) > 0 {
		return list, err
	}
	newest, err := s.Events(ctx, ports.StreamEventFilter{}, ports.Page{Limit: limit})
	if err != nil {
		return list, err
	}
	list.Declared, _ = event.PayloadFields(filter.Type)
	list.Notice = nothingFits(filter, typesOf(newest), list.Declared != nil)
	return list, nil
}

// nothingFits says what there is instead: the types of the newest events, or else what is declared.
func nothingFits(filter ports.StreamEventFilter, stored []string, declared bool) string {
	switch {
	case len(stored) == 0 && declared:
		return "no event is stored yet; declaredPayload says what events of this type hold"
	case len(stored) == 0:
		return "no event is stored yet; " + spelling.Listing("declared types", event.Types())
	case declared:
		return fmt.Sprintf("no event fits; declaredPayload says what events of this type hold; %s", spelling.Listing("types of the newest events", stored))
	case filter.Type != "":
		if near, ok := spelling.Nearest(filter.Type, append(slices.Clone(stored), event.Types()...)); ok {
			return fmt.Sprintf("no event of the type %q fits; did you mean %q? %s", filter.Type, near, spelling.Listing("types of the newest events", stored))
		}
		return fmt.Sprintf("no event of the type %q fits; %s", filter.Type, spelling.Listing("types of the newest events", stored))
	default:
		return "no event fits; " + spelling.Listing("types of the newest events", stored)
	}
}

func typesOf(events []event.Event) (types []string) {
	for _, e := range events {
		if !slices.Contains(types, e.Type) {
			types = append(types, e.Type)
		}
	}
	return types
}
