import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useParams } from "react-router";

import { useMay, useScopeName } from "../api/queries/access";
import { useCatalogObject, type CatalogKind, type LoadedObject } from "../api/queries/catalog";
import { Facts } from "../components/Facts";
import { LeaveGuard } from "../components/LeaveGuard";
import { Moment } from "../components/Moment";
import { Notice } from "../components/Notice";
import { Columns, Page, Section } from "../components/Page";
import { JsonTree } from "../components/tree/JsonTree";
import { textOf } from "../lib/json";
import { useSaveKey } from "../lib/saveKey";
import { Loading, Trouble } from "../shell/states";
import { BothSides } from "./BothSides";
import { nameOf, otherMembers, runFacts } from "./content";
import { forms } from "./forms";
import { isDraftKind, kinds } from "./kinds";
import { ObjectActions } from "./ObjectActions";
import { Problems } from "./Problems";
import { SaveBar } from "./SaveBar";
import { UsedBy } from "./UsedBy";
import { useObjectEdit, type ObjectEdit } from "./useObjectEdit";
import { WhyNot } from "./WhyNot";

/** One published action type or tool, to read and to change. */
export function ObjectPage({ kind }: { kind: CatalogKind }) {
  const { objectId = "" } = useParams();
  const query = useCatalogObject(kind, objectId);
  if (query.error && !query.data) {
    return (
      <Trouble
        page
        back={{ to: kinds[kind].path, label: t`Go to the ${kinds[kind].many}` }}
        error={query.error}
        retry={() => void query.refetch()}
      />
    );
  }
  return query.data ? <Loaded key={query.data.id} kind={kind} object={query.data} /> : <Loading />;
}

interface ObjectProps {
  kind: CatalogKind;
  object: LoadedObject;
}

function Loaded({ kind, object }: ObjectProps) {
  const { title, path } = kinds[kind];
  const may = useMay(kinds[kind].permission)(object.teamId);
  const edit = useObjectEdit(kind, object);
  useSaveKey(edit.save);
  return (
    <Page
      title={nameOf(object)}
      back={{ to: path, label: title }}
      lead={textOf(object.content.description)}
      actions={<ObjectActions kind={kind} object={object} may={may} />}
    >
      <Columns side={<Side kind={kind} object={object} edit={edit} />}>
        <Editor kind={kind} object={object} edit={edit} may={may && !object.builtIn} />
      </Columns>
      <LeaveGuard when={edit.changed} what={t`Your changes are`} />
    </Page>
  );
}

function Editor({ kind, object, edit, may }: ObjectProps & { edit: ObjectEdit; may: boolean }) {
  const Form = forms[kind];
  return (
    <>
      {!may && (
        <Notice tone="plain" title={t`This can be read, but not changed`}>
          {object.builtIn
            ? t`It comes with Heddle. Duplicate it to make one of your own.`
            : isDraftKind(kind)
              ? t`Changing it needs an admin of its team. You can still open it in the workbench and work on a draft.`
              : t`Changing it needs an admin of its team.`}
        </Notice>
      )}
      {edit.merged && (
        <Notice
          tone="warn"
          title={t`Somebody else saved this meanwhile`}
        >{t`What they changed is in the form now, beside what you did. Yours is not saved yet: look it over, and save.`}</Notice>
      )}
      {edit.sides && <BothSides {...edit.sides} onTake={edit.discard} onInsist={edit.insist} />}
      <Form
        inPage
        text={edit.text}
        teamId={object.teamId}
        saved={{ id: object.id, changed: edit.changed }}
        readOnly={!may}
        problems={edit.problems}
        onChange={edit.edit}
      />
      {edit.error && <WhyNot what={t`It was not saved`} error={edit.error} kind={kind} />}
      {edit.changed && (
        <SaveBar
          note={
            edit.sides ? (
              t`Choose between both sides first.`
            ) : (
              <>
                <Trans>
                  Not saved yet. <kbd>Ctrl+S</kbd> saves.
                </Trans>
              </>
            )
          }
          submit={t`Save`}
          busy={edit.busy}
          disabled={edit.sides !== undefined}
          onSubmit={edit.save}
          discard={t`Discard`}
          onDiscard={edit.discard}
        />
      )}
    </>
  );
}

function Side({ kind, object, edit }: ObjectProps & { edit: ObjectEdit }) {
  const scopeName = useScopeName();
  const others = otherMembers(kind, object.content);
  return (
    <>
      <Section title={t`About`}>
        <Facts
          facts={[
            [t`Known as`, <code key="name">{object.name}</code>],
            [t`For`, scopeName(object.teamId)],
            [
              isDraftKind(kind) ? t`Published` : t`Changed`,
              object.updatedAt === undefined ? t`Built in` : <Moment key="at" at={object.updatedAt} />,
            ],
            ...(isDraftKind(kind) ? runFacts(object.content) : []),
          ]}
        />
      </Section>
      <Problems problems={edit.problems} fine={t`Nothing is wrong with it.`} />
      <Section title={t`Used by`}>
        <UsedBy kind={kind} object={object} />
      </Section>
      {Object.keys(others).length > 0 && (
        <Section title={t`Further members`}>
          <JsonTree value={others} />
        </Section>
      )}
    </>
  );
}
