package conversing

import (
	"context"
	"maps"

	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/prompt"
	"heddle.dev/heddle/domain/sessiontemplate"
	"heddle.dev/heddle/ports"
)

// Secrets opens the secrets that session templates name.
type Secrets interface {
	// OpenSecrets gives their values as a team sees them. The fault of one that is missing says so.
	OpenSecrets(ctx context.Context, teamID string, names []string) (map[string]string, error)
}

// plan is what the agent of a session is to be made of.
type plan struct {
	template  cataloguing.Template
	teamID    string // whom the session belongs to; empty for all
	published prompt.Catalog
	secrets   map[string]string // the values of those that the template names, by name
	server    *ports.ModelServer
}

// planFor reads what the agent of the session is to be made of, as it is now.
func (s *Service) planFor(ctx context.Context, session composition.Session) (p plan, err error) {
	err = s.store.View(ctx, func(ctx context.Context, tx ports.Tx) error {
		if p.teamID, err = s.hosts.of(session).TeamOf(ctx, tx, session); err != nil {
			return err
		}
		if p.template, err = cataloguing.TemplateByID(ctx, tx, session.TemplateID); err != nil {
			return err
		}
		p.published = prompt.Catalog{}
		if p.template.Has(sessiontemplate.Composition) || p.template.Has(sessiontemplate.ConfigItems) {
			p.published, err = composing.PublishedForPrompt(ctx, tx, p.teamID)
		}
		return err
	})
	if err != nil {
		return p, err
	}
	if p.secrets, err = s.config.Secrets.OpenSecrets(ctx, p.template.TeamID, p.template.SecretNames()); err != nil {
		return p, err
	}
	p.server, err = s.engines.ModelServer(ctx, p.teamID, session.Engine, session.Model)
	return p, err
}

// specFor is the specification of an agent by the session's template; whoever starts it adds Heddle's own MCP server.
// Faults name what is missing on this server, and what to do.
func (s *Service) specFor(p plan, session composition.Session) (ports.SessionSpec, error) {
	template := &p.template
	spec := ports.SessionSpec{
		Template: template.Name, SystemPrompt: prompt.For(&template.Template, p.published), AllowedTools: template.AllowedTools,
		Env: p.variables(template.Environment, template.Secrets), Server: p.server,
		WorkDir: s.sessionDir(session.ID), Model: session.Model, ResumeID: session.ResumeID,
	}
	for i := range template.MCPServers {
		server := &template.MCPServers[i]
		command, err := s.config.LookPath(server.Command)
		if err != nil {
			return ports.SessionSpec{}, fault.New(fault.KindUnavailable, "mcp-server-missing",
				"the MCP server %q of the session template %q can't be started: there is no program %q on this server; install it, or change the template",
				server.Name, template.Name, server.Command).Because(err)
		}
		spec.MCPServers = append(spec.MCPServers, ports.MCPServer{
			Name: server.Name, Command: command, Args: server.Args, Env: p.variables(server.Environment, server.Secrets),
		})
	}
	return spec, nil
}

// variables are those of an environment and of the secrets that stand beside it.
func (p plan) variables(environment map[string]string, secrets []string) map[string]string {
	variables := p.secretsNamed(secrets)
	maps.Copy(variables, environment)
	return variables
}

// secretsNamed are the values of some of the template's secrets.
func (p plan) secretsNamed(names []string) map[string]string {
	values := make(map[string]string, len(names))
	for _, name := range names {
		values[name] = p.secrets[name]
	}
	return values
}

// openingOf is a template's initial message as it stands in front of what a person says.
func openingOf(message string) string {
	if message == "" {
		return ""
	}
	return message + "\n\n"
}
