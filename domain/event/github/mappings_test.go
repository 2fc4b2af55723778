package github_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/event"
)

// rows holds, for each kind of delivery, a sample that becomes one by a few edits, and what the event says.
var rows = []struct {
	name, file string
	edits      map[string]string
	eventType  string
	payload    map[string]string // by path
	ref, time  string            // where they are of interest
}{
	{"issues", "issues.opened", nil, "issue.created", map[string]string{
		"issue.number": `"1"`, "issue.closedAt": "null", "issue.milestone": `"v1.0"`, "issue.labels": `["bug"]`,
	}, "https://github.com/octo-builder/Hello-World/issues/1", "2019-05-15T15:20:18.000Z"},
	{
		"issues", "issues.opened",
		map[string]string{"action": `"closed"`, "issue.state": `"closed"`, "issue.closed_at": `"2020-01-02T03:04:05+01:00"`},
		"issue.closed",
		map[string]string{"issue.state": `"closed"`},
		"", "2020-01-02T02:04:05.000Z",
	},
	{"issues", "issues.opened", map[string]string{"action": `"reopened"`}, "issue.reopened", nil, "", ""},
	{
		"issues", "issues.opened",
		map[string]string{"issue.user": "null", "issue.body": "null", "sender": "null", "issue.milestone": "null"},
		"issue.created",
		map[string]string{"issue.author": `"ghost"`, "issue.body": "null", "issue.milestone": "null"},
		"", "",
	},
	{
		"issues", "issues.edited",
		map[string]string{"changes": `{"title":{"from":"Old"},"body":{"from":"b"}}`},
		"issue.updated",
		map[string]string{"change": `{"field":"title","from":"Old","to":"Spelling error in the README file"}`},
		"", "",
	},
	{
		"issues", "issues.edited",
		map[string]string{"changes": `{"body":{"from":"Old"}}`, "issue.body": "null"},
		"issue.updated",
		map[string]string{"change": `{"field":"body","from":"Old","to":null}`},
		"", "",
	},
	{"issues", "issues.edited", nil, "issue.updated", map[string]string{"change.field": `"unknown"`}, "", ""},
	{
		"issues", "issues.opened",
		map[string]string{"action": `"assigned"`, "assignee": `{"login":"ada"}`},
		"issue.assigned",
		map[string]string{"assignee": `"ada"`},
		"", "",
	},
	{
		"issues", "issues.opened",
		map[string]string{"action": `"unassigned"`, "assignee": `{"login":"ada"}`},
		"issue.unassigned",
		map[string]string{"assignee": `"ada"`},
		"", "",
	},
	{"issues", "issues.labeled", nil, "issue.labeled", map[string]string{"label": `"bug"`}, "", ""},
	{"issues", "issues.labeled", map[string]string{"action": `"unlabeled"`}, "issue.unlabeled", map[string]string{"label": `"bug"`}, "", ""},

	{"issue_comment", "issue_comment.created", nil, "issue.comment.created", map[string]string{"comment.id": `"492700400"`}, "", ""},
	{"issue_comment", "issue_comment.created", map[string]string{"action": `"edited"`}, "issue.comment.updated", nil, "", ""},
	{"issue_comment", "issue_comment.created", map[string]string{"action": `"deleted"`}, "issue.comment.deleted", nil, "", "2026-05-01T12:00:00.000Z"},
	{
		"issue_comment", "issue_comment.created",
		map[string]string{"issue.pull_request": `{"merged_at":"2020-01-02T03:04:05Z"}`, "issue.html_url": `"https://github.com/o/r/pull/1"`},
		"pr.comment.created",
		map[string]string{"pullRequest.headBranch": "null", "pullRequest.isMerged": "true", "pullRequest.number": `"1"`},
		"https://github.com/o/r/pull/1", "",
	},
	{
		"issue_comment", "issue_comment.created",
		map[string]string{"issue.pull_request": `{}`, "action": `"edited"`},
		"github.issue_comment.edited", nil, "https://github.com/octo-builder/Hello-World/issues/1#issuecomment-492700400", "",
	},

	{"pull_request", "pull_request.opened", nil, "pr.created", map[string]string{"pullRequest.headBranch": `"changes"`}, "", ""},
	{"pull_request", "pull_request.closed", nil, "pr.closed", map[string]string{"pullRequest.isMerged": "false", "pullRequest.mergedBy": "null"}, "", ""},
	{
		"pull_request", "pull_request.closed",
		map[string]string{"pull_request.merged": "true", "pull_request.merged_at": `"2020-01-02T03:04:05Z"`, "pull_request.merged_by": `{"login":"ada"}`},
		"pr.merged",
		map[string]string{"pullRequest.isMerged": "true", "pullRequest.mergedBy": `"ada"`},
		"", "2020-01-02T03:04:05.000Z",
	},
	{"pull_request", "pull_request.opened", map[string]string{"action": `"reopened"`}, "pr.reopened", nil, "", ""},
	{
		"pull_request", "pull_request.opened",
		map[string]string{"action": `"review_requested"`, "requested_reviewer": `{"login":"ada"}`},
		"pr.review_requested",
		map[string]string{"requestedReviewer": `"ada"`},
		"", "",
	},
	{
		"pull_request", "pull_request.opened",
		map[string]string{"action": `"review_requested"`, "requested_team": `{"slug":"core"}`},
		"pr.review_requested",
		map[string]string{"requestedReviewer": `"core"`},
		"", "",
	},
	{
		"pull_request", "pull_request.opened",
		map[string]string{"action": `"labeled"`, "label": `{"name":"x"}`},
		"pr.labeled",
		map[string]string{"label": `"x"`},
		"", "",
	},
	{
		"pull_request", "pull_request.opened",
		map[string]string{"action": `"unlabeled"`, "label": `{"name":"x"}`},
		"pr.unlabeled",
		map[string]string{"label": `"x"`},
		"", "",
	},
	{
		"pull_request", "pull_request.synchronize", nil, "pr.synchronize",
		map[string]string{"after": `"ec26c3e57ca3a959ca5aad62de7213c562f8c821"`},
		"", "",
	},
	{
		"pull_request_review", "pull_request_review.submitted", nil, "pr.review.submitted",
		map[string]string{"review.state": `"commented"`, "review.body": "null", "pullRequest.additions": "null"},
		"", "",
	},
	{
		"pull_request_review_comment", "pull_request.opened",
		map[string]string{"action": `"created"`, "comment": `{"id":7,"body":"b","user":{"login":"ada"},"html_url":"u","created_at":"2020-01-02T03:04:05Z","updated_at":"2020-01-02T03:04:05Z"}`},
		"pr.comment.created",
		map[string]string{"comment.author": `"ada"`, "pullRequest.headBranch": `"changes"`},
		"", "",
	},

	{
		"push", "push", nil, "push",
		map[string]string{"branch": "null", "ref": `"refs/tags/simple-tag"`, "commits": "[]"},
		"https://github.com/octo-builder/Hello-World/tree/simple-tag", "2019-05-15T15:20:57.000Z",
	},
	{
		"push", "push",
		map[string]string{"ref": `"refs/heads/fix/#1"`, "forced": "true"},
		"push",
		map[string]string{"branch": `"fix/#1"`, "forced": "true"},
		"https://github.com/octo-builder/Hello-World/tree/fix/%231", "",
	},
	{"create", "create", nil, "tag.created", map[string]string{"ref": `"simple-tag"`, "defaultBranch": `"master"`}, "", ""},
	{
		"create", "create",
		map[string]string{"ref_type": `"branch"`},
		"branch.created", nil,
		"https://github.com/octo-builder/Hello-World/tree/simple-tag", "",
	},
	{"delete", "create", map[string]string{"ref_type": `"branch"`}, "branch.deleted", map[string]string{"ref": `"simple-tag"`}, "", ""},
	{"delete", "create", nil, "github.delete", nil, "https://github.com/octo-builder/Hello-World", ""},
	{"release", "release.published", nil, "release.published", map[string]string{"tagName": `"0.0.1"`, "isDraft": "false"}, "", ""},

	{"issues", "issues.opened", map[string]string{"action": `"milestoned"`}, "github.issues.milestoned", nil, "", ""},
	{"pull_request", "pull_request.opened", map[string]string{"action": `"edited"`}, "github.pull_request.edited", nil, "", ""},
	{"star", "create", map[string]string{"action": `"Cré ated"`}, "github.star.cr__ated", nil, "", ""},
	{"ping", "create", map[string]string{"zen": `"z"`}, "github.ping", nil, "", ""},
}

func TestEachKindOfDeliveryHasItsType(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{"schedule.fired": true} // which GitHub does not send
	for _, row := range rows {
		_, body := sample(t, row.file)
		made := normalised(t, delivery(row.name, edited(t, body, row.edits)))
		covered[made.Type] = true
		if made.Type != row.eventType || row.ref != "" && made.Ref != row.ref {
			t.Errorf("%s became %s of %s, want %s of %s", row.name, made.Type, made.Ref, row.eventType, row.ref)
		}
		if got := made.Time.Format("2006-01-02T15:04:05.000Z07:00"); row.time != "" && got != row.time {
			t.Errorf("%s happened at %s, want %s", row.eventType, got, row.time)
		}
		for path, want := range row.payload {
			if got := at(jsontext.Value(made.Payload), path); string(got) != want {
				t.Errorf("%s: %s is %s, want %s", row.eventType, path, got, want)
			}
		}
		if fields, declared := event.PayloadFields(made.Type); declared {
			checkFields(t, made.Type, fields, jsontext.Value(made.Payload))
		}
	}
	for _, eventType := range event.Types() {
		if !covered[eventType] {
			t.Errorf("no row becomes %s", eventType)
		}
	}
}
