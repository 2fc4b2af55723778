import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconVectorBezier2 } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { messageOf } from "../api/problem";
import { useScopeName } from "../api/queries/access";
import { useCatalogObject, useEditInWorkbench, type CatalogKind, type CatalogObject } from "../api/queries/catalog";
import { Code } from "../components/Code";
import { Facts } from "../components/Facts";
import { FieldList } from "../components/fields/FieldList";
import { readFields } from "../components/fields/fields";
import { Moment } from "../components/Moment";
import { Columns, Page, Section } from "../components/Page";
import { JsonTree } from "../components/tree/JsonTree";
import { isObject, textOf } from "../lib/json";
import { Loading, Trouble } from "../shell/states";
import { languageOf, nameOf, otherMembers, runFacts, sourceOf } from "./content";
import { DeleteDialog } from "./DeleteDialog";
import { kinds } from "./kinds";
import { UsedBy } from "./UsedBy";

/** One published action type or tool, to read. */
export function ObjectPage({ kind }: { kind: CatalogKind }) {
  const { objectId = "" } = useParams();
  const query = useCatalogObject(kind, objectId);
  if (query.error && !query.data) {
    return <Trouble page error={query.error} retry={() => void query.refetch()} />;
  }
  return query.data ? <Loaded kind={kind} object={query.data} /> : <Loading />;
}

interface ObjectProps {
  kind: CatalogKind;
  object: CatalogObject;
}

function Loaded({ kind, object }: ObjectProps) {
  const { title, path } = kinds[kind];
  return (
    <Page
      title={nameOf(object)}
      back={{ to: path, label: title }}
      lead={textOf(object.content.description)}
      actions={<Actions kind={kind} object={object} />}
    >
      <Columns side={<Side kind={kind} object={object} />}>
        <Content kind={kind} object={object} />
      </Columns>
    </Page>
  );
}

function Content({ kind, object: { content } }: ObjectProps) {
  const source = sourceOf(content);
  const prompt = textOf(content.prompt);
  const others = otherMembers(content);
  return (
    <>
      {kind === "tool" ? (
        <Section title="Parameters">
          <Code label="the parameters" text={JSON.stringify(content.parameters ?? {}, null, 2)} />
        </Section>
      ) : (
        <>
          <Section title="Inputs">
            <FieldList fields={readFields(content.inputs)} none="It takes nothing." />
          </Section>
          <Section title="Outputs">
            <FieldList fields={readFields(content.outputs)} none="It declares nothing, so it may return anything." />
          </Section>
        </>
      )}
      {source && (
        <Section title={`Source, ${languageOf(content)}`}>
          <Code tall label="the source" text={source} />
        </Section>
      )}
      {prompt && (
        <Section title="Prompt">
          <Code tall label="the prompt" text={prompt} />
        </Section>
      )}
      {isObject(content.environment) && Object.keys(content.environment).length > 0 && (
        <Section title="Environment">
          <JsonTree value={content.environment} />
        </Section>
      )}
      {Object.keys(others).length > 0 && (
        <Section title="Further members">
          <JsonTree value={others} />
        </Section>
      )}
    </>
  );
}

function Side({ kind, object }: ObjectProps) {
  const scopeName = useScopeName();
  return (
    <>
      <Section title="About">
        <Facts
          facts={[
            ["Known as", <code key="name">{object.name}</code>],
            ["For", scopeName(object.teamId)],
            ["Published", <Moment key="at" at={object.updatedAt} />],
            ...runFacts(object.content),
          ]}
        />
      </Section>
      <Section title="Used by">
        <UsedBy kind={kind} object={object} />
      </Section>
    </>
  );
}

function Actions({ kind, object }: ObjectProps) {
  const [deleting, setDeleting] = useState(false);
  const edit = useEditInWorkbench(kind);
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setDeleting(true);
        }}
      >
        Delete…
      </Button>
      <Button
        variant="default"
        loading={edit.isPending}
        leftSection={<IconVectorBezier2 size={15} stroke={1.5} />}
        onClick={() => {
          edit.mutate(object, {
            onSuccess: ({ id }) => void navigate(`/workbench/${id}`),
            onError: (error) => {
              notifications.show({ color: "red", title: "It was not opened", message: messageOf(error) });
            },
          });
        }}
      >
        Open in workbench…
      </Button>
      <DeleteDialog
        kind={kind}
        object={object}
        opened={deleting}
        onClose={() => {
          setDeleting(false);
        }}
      />
    </>
  );
}
