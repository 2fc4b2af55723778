package assisting

import (
	"context"
	"slices"
	"strings"

	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/configuration"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/pack"
	"heddle.dev/heddle/ports"
)

// Application tells which drafts to apply, and how.
type Application struct {
	Paths  []string // empty: all drafts
	DryRun bool     // only say what would be done
	Force  bool     // overwrite what changed since the drafts were begun
}

// ApplyItems writes drafts to the catalog, all of them or nothing, as one import of a pack; see packing.Service.ImportPack.
// The drafts stay.
func (s *Service) ApplyItems(ctx context.Context, actor access.Actor, sessionID string, how Application) (plan pack.Plan, err error) {
	if how.DryRun {
		err = s.read(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
			_, p, err := selected(ctx, tx, session, how.Paths)
			if err != nil {
				return err
			}
			plan, err = s.importer.Plan(ctx, tx, p, packing.Scope{TeamID: session.TeamID, Actor: actor}, how.Force)
			return err
		})
		return plan, err
	}
	err = packing.Settled(func() error {
		return s.change(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session *composition.Session) error {
			plan, err = s.apply(ctx, tx, actor, *session, how)
			return err
		})
	})
	return plan, err
}

func (s *Service) apply(
	ctx context.Context, tx ports.Tx, actor access.Actor, session composition.Session, how Application,
) (plan pack.Plan, err error) {
	if session.CurrentTurnID != "" {
		return plan, fault.New(fault.KindConflict, "turn-running",
			"nothing was applied, since the agent may still change the drafts; wait for it, or interrupt it").With("turnId", session.CurrentTurnID)
	}
	items, p, err := selected(ctx, tx, session, how.Paths)
	if err != nil {
		return plan, err
	}
	imported, err := s.importer.Import(ctx, tx, p, packing.Scope{TeamID: session.TeamID, Actor: actor}, how.Force, s.clock.Now())
	if err != nil {
		return imported.Plan, err
	}
	for i := range items {
		if err := s.settle(ctx, tx, session, items[i], p); err != nil {
			return imported.Plan, err
		}
	}
	if !slices.ContainsFunc(imported.Plan.Entries, func(e pack.Entry) bool { return e.Change != pack.Unchanged }) {
		return imported.Plan, nil // such as for the second click of two
	}
	return imported.Plan, s.storeNotice(ctx, tx, session, appliedWords(items))
}

// settle notes that a draft is what the catalog holds now.
func (s *Service) settle(ctx context.Context, tx ports.Tx, session composition.Session, item configuration.Item, p *pack.Pack) error {
	folder, err := pack.FolderNamed(item.Folder)
	if err != nil {
		return err
	}
	item.Base = p.Item(pack.Key{Kind: folder.Kind, Name: item.Name}).Revision
	if err := tx.PutConfigItem(ctx, item); err != nil {
		return err
	}
	return s.tellItem(ctx, tx, session, item)
}

func appliedWords(items []configuration.Item) string {
	paths := make([]string, len(items))
	for i := range items {
		paths[i] = items[i].Path()
	}
	return "Applied: " + strings.Join(paths, ", ")
}

// selected are the drafts of the paths, or all, as a pack. A draft whose form is wrong is a fault.
func selected(
	ctx context.Context, tx ports.Tx, session composition.Session, paths []string,
) ([]configuration.Item, *pack.Pack, error) {
	if err := requireDrafts(ctx, tx, session); err != nil {
		return nil, nil, err
	}
	items, err := tx.ListConfigItems(ctx, session.ID)
	if err != nil {
		return nil, nil, err
	}
	if items, err = those(items, paths); err != nil {
		return nil, nil, err
	}
	if len(items) == 0 {
		return nil, nil, fault.New(fault.KindInvalid, "nothing-to-apply", "there are no drafts to apply")
	}
	packed, err := packUp(items)
	if err != nil {
		return nil, nil, err
	}
	var problems []fault.Problem
	for i := range items {
		problems = append(problems, packed.invalid[items[i].Key]...)
	}
	if len(problems) > 0 {
		return nil, nil, fault.New(fault.KindInvalid, "not-importable", "nothing was written: see the problems of each item").WithProblems(problems)
	}
	return items, packed.pack, nil
}

// those are the items of the paths, each once; all without any.
func those(items []configuration.Item, paths []string) ([]configuration.Item, error) {
	if len(paths) == 0 {
		return items, nil
	}
	known := make([]string, len(items))
	for i := range items {
		known[i] = items[i].Path()
	}
	for _, path := range paths {
		if !slices.Contains(known, path) {
			return nil, fault.New(fault.KindInvalid, "unknown-item", "there is no draft %q; %s",
				path, spelling.Listing("drafts", spelling.NearestFirst(path, known)))
		}
	}
	return slices.DeleteFunc(items, func(i configuration.Item) bool { return !slices.Contains(paths, i.Path()) }), nil
}

// PackItems is the session's drafts as the text of a pack, with what each was begun from.
func (s *Service) PackItems(ctx context.Context, actor access.Actor, sessionID string) (text []byte, err error) {
	err = s.read(ctx, actor, sessionID, func(ctx context.Context, tx ports.Tx, session composition.Session) error {
		_, p, err := selected(ctx, tx, session, nil)
		if err != nil {
			return err
		}
		text = p.Sorted().Text()
		return nil
	})
	return text, err
}
