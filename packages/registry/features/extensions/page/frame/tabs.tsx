import type { Role } from "@svc/core/role";
import { type Tab, TABS } from "../address/extension_path.ts";
import { extensionHref } from "../address/links.ts";

const LABELS: Readonly<Record<Tab, string>> = {
  versions: "Versions",
  files: "Files",
  score: "Score",
  dependencies: "Dependencies",
  settings: "Settings",
};

/** The parts of an extension's page, each with an address of its own. Settings are its people's. */
export function Tabs({ name, current, role }: {
  name: string;
  current: Tab | undefined;
  role: Role | undefined;
}) {
  const shown = TABS.filter((tab) => tab !== "settings" || role !== undefined);
  return (
    <nav class="page-nav" aria-label="Extension">
      {[undefined, ...shown].map((tab) => (
        <a href={extensionHref(name, tab)} aria-current={tab === current ? "page" : undefined}>
          {tab === undefined ? "Overview" : LABELS[tab]}
        </a>
      ))}
    </nav>
  );
}
