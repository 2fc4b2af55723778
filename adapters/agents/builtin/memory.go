package builtin

import (
	"crypto/rand"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/ports"
)

// memory keeps a session's conversation in its directory, so that it can be resumed after the end of the process.
type memory struct{ file string }

// kept is what the file holds.
type kept struct {
	ID       string             `json:"id"` // what resumes it
	Messages []ports.LLMMessage `json:"messages"`
	Size     int64              `json:"size"` // tokens of the last request and its answer; 0 where that is not known
}

func memoryIn(workDir string) memory {
	return memory{filepath.Join(workDir, "builtin-conversation.json")}
}

// open answers the conversation that the id resumes, with its id. Where there is none any more a new one begins.
func (m memory) open(id string) kept {
	var found kept
	text, err := os.ReadFile(m.file)
	if id == "" || err != nil || json.Unmarshal(text, &found) != nil || found.ID != id {
		return kept{ID: rand.Text()}
	}
	found.Messages = whole(found.Messages)
	return found
}

// save replaces what is kept. Where that fails, nothing is: a conversation that lacks its end would mislead the model.
func (m memory) save(conversation kept) {
	text, err := json.Marshal(conversation)
	if err == nil {
		const private = 0o600
		err = os.WriteFile(m.file+".new", text, private)
	}
	if err == nil {
		err = os.Rename(m.file+".new", m.file)
	}
	if err != nil {
		_ = os.Remove(m.file)
	}
}

// whole gives calls at the end of a conversation the results that they never got, since providers want one for each.
func whole(messages []ports.LLMMessage) []ports.LLMMessage {
	if len(messages) == 0 {
		return nil
	}
	var results []ports.LLMResult
	for _, call := range messages[len(messages)-1].Calls {
		results = append(results, ports.LLMResult{
			CallID: call.ID, IsError: true, Text: "the agent was stopped before the result came; look at what the call has done before you repeat it",
		})
	}
	if results == nil {
		return messages
	}
	return append(messages, ports.LLMMessage{Role: ports.LLMUser, Results: results})
}
