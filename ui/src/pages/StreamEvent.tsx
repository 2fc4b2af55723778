import { t } from "@lingui/core/macro";
import { Button, CopyButton, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useParams } from "react-router";

import { messageOf } from "../api/problem";
import { useEventExcerpt, wholeEvent, type StreamEvent as EventData } from "../api/queries/streamEvents";
import { Facts } from "../components/Facts";
import { Moment } from "../components/Moment";
import { Columns, Page, Section } from "../components/Page";
import { useUrlState } from "../lib/urlState";
import { download } from "../lib/download";
import { Loading, Trouble } from "../shell/states";
import { Payload } from "../streamEvents/Payload";

/** One event from outside, and what it carries. */
export default function StreamEvent() {
  const { eventId = "" } = useParams();
  const query = useEventExcerpt(eventId, "payload");
  if (query.error && !query.data) {
    return (
      <Trouble
        page
        back={{ to: "/events", label: t`Go to the events` }}
        error={query.error}
        retry={() => void query.refetch()}
      />
    );
  }
  return query.data ? <Loaded event={query.data} /> : <Loading />;
}

function Loaded({ event }: { event: EventData }) {
  const [path, setPath] = useUrlState("path", "payload");
  return (
    <Page
      title={event.type}
      back={{ to: "/events", label: t`Events` }}
      lead={isLink(event.ref) ? <a href={event.ref}>{event.ref}</a> : event.ref}
      actions={<Whole event={event} />}
    >
      <Columns side={<Side event={event} />}>
        <Section title={t`What it carries`} actions={<CopyPath path={path} />}>
          <PathForm key={path} path={path} onGo={setPath} />
          <Payload key={path} eventId={event.id} path={path} />
        </Section>
      </Columns>
    </Page>
  );
}

const isLink = (text: string): boolean => /^https?:\/\//.test(text);

function PathForm({ path, onGo }: { path: string; onGo: (path: string) => void }) {
  const [text, setText] = useState(path);
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        onGo(text.trim() || "payload");
      }}
    >
      <TextInput
        label={t`Path`}
        description={t`As expressions have it, such as payload.issue.labels[0]. Press Enter to go there.`}
        maw={480}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--hd-mono)" } }}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
      />
    </form>
  );
}

function CopyPath({ path }: { path: string }) {
  return (
    <CopyButton value={`event.${path}`}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-xs" onClick={copy}>
          {copied ? t`Copied` : t`Copy for an expression`}
        </Button>
      )}
    </CopyButton>
  );
}

function Whole({ event }: { event: EventData }) {
  const [busy, setBusy] = useState(false);
  const get = async () => {
    setBusy(true);
    try {
      download(`${event.type}-${event.id}.json`, await wholeEvent(event.id));
    } catch (error) {
      notifications.show({ color: "red", title: t`It was not downloaded`, message: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return <Button variant="default" loading={busy} onClick={() => void get()}>{t`Download the whole event`}</Button>;
}

function Side({ event }: { event: EventData }) {
  return (
    <Section title={t`About`}>
      <Facts
        facts={[
          [t`Source`, event.source],
          [t`By`, event.actor.displayName ?? event.actor.login],
          [t`Happened`, <Moment key="time" at={event.time} />],
          [t`Came in`, <Moment key="received" at={event.receivedAt} />],
          [t`Delivery`, <code key="delivery">{event.deliveryId}</code>],
          [t`Id`, <code key="id">{event.id}</code>],
        ]}
      />
    </Section>
  );
}
