import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { Link } from "react-router";

import { useUsage, type Grouping, type Range, type UsageSum } from "../api/queries/usage";
import { Notice } from "../components/Notice";
import { Page } from "../components/Page";
import { TableSkeleton } from "../components/Table";
import { Toolbar } from "../components/Toolbar";
import { download } from "../lib/download";
import { useNow } from "../lib/now";
import { count } from "../lib/time";
import { useUrlStates } from "../lib/urlState";
import { Empty, Trouble } from "../shell/states";
import { csvOf } from "../usage/csv";
import { DayChart, type Measure } from "../usage/DayChart";
import { daysOf, everyDay, tokensOf } from "../usage/days";
import { pickedRange, RangePicker } from "../usage/RangePicker";
import classes from "../usage/Usage.module.css";
import { costOf, UsageTable } from "../usage/UsageTable";

const groups: Record<Grouping | "day", string> = {
  model: t`Model`,
  engine: t`Agent`,
  composition: t`Composition`,
  user: t`Person`,
  team: t`Team`,
  day: t`Day`,
};

const isGroup = (by: string): by is Grouping | "day" => by in groups;

/** What language models were used for, and what that cost. */
export default function Usage() {
  const [state, change] = useUrlStates({ range: "30", from: "", to: "", by: "model", show: "" });
  const now = useNow();
  const by = isGroup(state.by) ? state.by : "model";
  return (
    <Page
      title={t`Usage`}
      lead={t`What language models were used for, and what it cost by the prices of their providers. Days are those of UTC.`}
    >
      <Toolbar>
        <RangePicker picked={state} now={now} onChange={change} />
      </Toolbar>
      <Found
        range={pickedRange(state, now)}
        by={by}
        show={state.show}
        onBy={(next) => {
          change({ by: next });
        }}
        onShow={(show) => {
          change({ show });
        }}
      />
    </Page>
  );
}

interface FoundProps {
  range: Range;
  by: Grouping | "day";
  show: string;
  onBy: (by: string) => void;
  onShow: (show: string) => void;
}

function Found({ range, by, show, onBy, onShow }: FoundProps) {
  const days = useUsage(range, "day");
  const sums = useUsage(range, by);
  const failed = days.error ?? sums.error;
  if (failed && !(days.data && sums.data)) {
    return (
      <Trouble
        error={failed}
        retry={() => {
          void days.refetch();
          void sums.refetch();
        }}
      />
    );
  }
  if (!days.data || !sums.data) {
    return <TableSkeleton />;
  }
  const { total } = days.data;
  if (total.records === 0) {
    return (
      <Empty title={t`No model was used in these days`}>
        <Trans>
          Each turn of an agent that asks a model appears here. The demo agent asks none: to compose with a real AI,{" "}
          <Link to="/settings/providers">add a provider</Link>.
        </Trans>
      </Empty>
    );
  }
  const measure: Measure = show === "tokens" || (show === "" && total.costUSD === 0) ? "tokens" : "cost";
  const rows = sums.data.items;
  // The sums of another grouping stay in sight until those of this one are there.
  const shown = isGroup(sums.data.groupBy) ? sums.data.groupBy : by;
  return (
    <>
      <Totals total={total} />
      <Toolbar>
        <SegmentedControl
          aria-label={t`What the chart shows`}
          value={measure}
          data={[
            { value: "cost", label: t`Cost` },
            { value: "tokens", label: t`Tokens` },
          ]}
          onChange={onShow}
        />
      </Toolbar>
      <DayChart days={everyDay(range, days.data.items)} measure={measure} />
      <Toolbar>
        <Select
          aria-label={t`A row for each`}
          allowDeselect={false}
          w={180}
          data={Object.entries(groups).map(([value, label]) => ({ value, label: t`By ${label.toLowerCase()}` }))}
          value={by}
          onChange={(next) => {
            onBy(next ?? "model");
          }}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.5} />}
          onClick={() => {
            const { first, last } = daysOf(range);
            download(`usage-by-${shown}-${first}-${last}.csv`, csvOf(rows), "text/csv");
          }}
        >{t`Download as CSV`}</Button>
      </Toolbar>
      <UsageTable by={shown} title={groups[shown]} sums={rows} />
    </>
  );
}

function Totals({ total }: { total: UsageSum }) {
  return (
    <>
      <dl className={classes.totals} aria-label={t`Totals`}>
        {[
          [t`Cost`, costOf(total)],
          [t`Tokens`, count(tokensOf(total))],
          [t`Turns`, count(total.turns)],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total.unpriced > 0 && (
        <Notice
          tone="plain"
          title={plural(total.unpriced, { one: "# use has no known price", other: "# uses have no known price" })}
        >
          <span>
            <Trans>
              Give the models prices at their <Link to="/settings/providers">providers</Link>: what is used from then on
              counts.
            </Trans>
          </span>
        </Notice>
      )}
    </>
  );
}
