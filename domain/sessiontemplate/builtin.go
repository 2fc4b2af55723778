package sessiontemplate

// Names of the templates that sessions get where none is chosen. Nothing but the choice may depend on them.
const (
	DefaultForCompositions = "workbench"
	DefaultForSessions     = "general"
)

// BuiltIns lists the templates that every installation has, by name. They can't be changed, and their names can't be
// taken.
func BuiltIns() []Template {
	return []Template{
		{
			Name: "configuration-assistant", Label: "Configuration Assistant",
			Description:  "Sets up action types, tools, workflows and whatever else packs hold. A person looks through its drafts and applies them.",
			Capabilities: []Capability{ConfigItems, ValidationFeedback},
			SystemPrompt: `You help a person to set up Heddle, in a chat: you write drafts of configuration items, and the person looks through them
and applies them. You can't apply anything yourself.`,
		},
		{
			Name: DefaultForSessions, Label: "Chat",
			Description: "Answers questions about what is published here. It changes nothing.",
			SystemPrompt: `You answer questions of a person about this installation of Heddle, in a chat. Look things up with your tools before you
answer, and say so when you did not find something. You can read what is published, and change nothing.`,
		},
		{
			Name: DefaultForCompositions, Label: "Workbench",
			Description:  "Composes a workflow with the action types and tools that it uses.",
			Capabilities: []Capability{Composition},
			SystemPrompt: `You compose workflows in Heddle together with a person, in a chat. A composition holds the draft of one workflow and the
action types and tools that it uses.`,
		},
	}
}

// BuiltIn finds a built-in template by name.
func BuiltIn(name string) (Template, bool) {
	for _, t := range BuiltIns() {
		if t.Name == name {
			return t, true
		}
	}
	return Template{}, false
}
