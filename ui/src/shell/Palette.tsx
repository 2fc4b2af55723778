import { Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNavigate } from "react-router";

import { answer, api } from "../api/client";
import { places } from "./places";

/** The command palette: every place, and what was worked on last. */
export function Palette() {
  const navigate = useNavigate();
  const compositions = useQuery({
    queryKey: ["compositions"],
    queryFn: () => answer(api.GET("/compositions", { params: { query: { limit: 50 } } })),
  });
  const actions = useMemo(() => {
    const go = (id: string, label: string, to: string, description?: string): SpotlightActionData => ({
      id,
      label,
      ...(description === undefined ? {} : { description }),
      onClick: () => {
        void navigate(to);
      },
    });
    return [
      ...places.map(({ to, label }) => go(to, label, to, "Go to page")),
      ...(compositions.data?.items ?? []).map((c) => go(c.id, c.name, `/workbench/${c.id}`, "Composition")),
    ];
  }, [compositions.data, navigate]);
  return (
    <Spotlight
      actions={actions}
      shortcut={["mod + K"]}
      highlightQuery
      limit={12}
      nothingFound="Nothing has this name"
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.5} />,
        placeholder: "Go to…",
        "aria-label": "Find anything",
      }}
    />
  );
}
