import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";

import { isRefusal } from "../api/problem";
import { useMay, useTeams } from "../api/queries/access";
import { useCatalogObject, useCreateCatalogObject, type CatalogKind } from "../api/queries/catalog";
import { LeaveGuard, settled } from "../components/LeaveGuard";
import { Columns, Page, Section } from "../components/Page";
import { textOf } from "../lib/json";
import { withMember } from "../lib/rawJson";
import { useSaveKey } from "../lib/saveKey";
import { Loading, Trouble } from "../shell/states";
import { isChanged } from "./editing";
import { forms } from "./forms";
import { kinds } from "./kinds";
import { Problems } from "./Problems";
import { SaveBar } from "./SaveBar";
import { useProblems } from "./useObjectEdit";
import { WhyNot } from "./WhyNot";

/** The page that makes an action type or tool: a blank one, or a copy of another. */
export function NewObjectPage({ kind }: { kind: CatalogKind }) {
  const [params] = useSearchParams();
  const from = params.get("from") ?? undefined;
  const original = useCatalogObject(kind, from);
  if (from === undefined) {
    return <Editor key="blank" kind={kind} initial={kinds[kind].blank} />;
  }
  if (original.error && !original.data) {
    return (
      <Trouble
        page
        back={{ to: kinds[kind].path, label: t`Go to the ${kinds[kind].many}` }}
        error={original.error}
        retry={() => void original.refetch()}
      />
    );
  }
  if (!original.data) {
    return <Loading />;
  }
  const { text, name, content, teamId } = original.data;
  const copy = withMember(text, "name", `${name}-copy`);
  const label = textOf(content.label);
  return (
    <Editor
      key={from}
      kind={kind}
      initial={label === "" ? copy : withMember(copy, "label", `${label} (copy)`)}
      teamId={teamId}
      copyOf={label || name}
    />
  );
}

interface EditorProps {
  kind: CatalogKind;
  initial: string;
  teamId?: string | undefined;
  copyOf?: string;
}

function Editor({ kind, initial, teamId: firstTeam, copyOf }: EditorProps) {
  const { title, one, path, submit, drafted } = kinds[kind];
  const unsaved = drafted ? t`Not published yet.` : t`Not saved yet.`;
  const [text, setText] = useState(initial);
  const [teamId, setTeamId] = useState(firstTeam);
  const create = useCreateCatalogObject(kind);
  const navigate = useNavigate();
  const found = useProblems(kind, text, create.error);
  const changed = isChanged({ base: { text: initial, revision: "" }, text });
  // What was not begun yet is no mistake yet.
  const problems = changed || copyOf !== undefined || create.isError ? found : [];
  // The page leaves once it is there, and is not to make it twice until then.
  const busy = create.isPending || create.isSuccess;
  const publish = () => {
    if (!busy) {
      create.mutate(
        { text, teamId },
        { onSuccess: ({ id }) => void navigate(`${path}/${id}`, { replace: true, state: settled }) },
      );
    }
  };
  useSaveKey(publish);
  const Form = forms[kind];
  return (
    <Page
      title={t`New ${one}`}
      back={{ to: path, label: title }}
      lead={copyOf === undefined ? kinds[kind].lead : t`A copy of “${copyOf}”.`}
    >
      <Columns
        side={
          <>
            <Scope permission={kinds[kind].permission} teamId={teamId} onChange={setTeamId} />
            <Problems problems={problems} fine={changed ? t`Nothing is wrong with it.` : t`Nothing so far.`} />
          </>
        }
      >
        <Form
          inPage
          text={text}
          teamId={teamId}
          problems={problems}
          onChange={(next) => {
            create.reset();
            setText(next);
          }}
        />
        {create.error && !isRefusal(create.error, "already-exists") && (
          <WhyNot what={drafted ? t`It was not published` : t`It was not saved`} error={create.error} kind={kind} />
        )}
        <SaveBar
          note={changed || copyOf !== undefined ? unsaved : t`Give the ${one} a name to begin with.`}
          submit={submit}
          busy={busy}
          onSubmit={publish}
        />
      </Columns>
      <LeaveGuard when={changed} what={t`The new ${one} is`} />
    </Page>
  );
}

interface ScopeProps {
  permission: string;
  teamId: string | undefined;
  onChange: (teamId: string | undefined) => void;
}

/** For whom it is there. Nothing to choose where there are no teams. */
function Scope({ permission, teamId, onChange }: ScopeProps) {
  const teams = useTeams().data?.items ?? [];
  const may = useMay(permission);
  const choices = [
    { value: "", label: t`Everyone` },
    ...teams.filter(({ id }) => may(id)).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return choices.length < 2 ? null : (
    <Section title={t`For`}>
      <Select
        aria-label={t`For`}
        allowDeselect={false}
        data={choices}
        value={teamId ?? ""}
        onChange={(id) => {
          onChange(id === "" ? undefined : (id ?? undefined));
        }}
      />
    </Section>
  );
}
