import type { Child } from "hono/jsx";
import { Layout } from "../../../../platform/web/layout/layout.tsx";
import type { Tab } from "../address/extension_path.ts";
import { ExtensionName } from "./extension_name.tsx";
import { LifecycleNotices } from "./lifecycle_notices.tsx";
import { Tabs } from "./tabs.tsx";
import type { ExtensionView } from "./view.ts";

interface ExtensionShellProps {
  view: ExtensionView;
  /** The tab this page stands under; undefined for the overview. */
  tab: Tab | undefined;
  /** What of the extension this page shows: `Versions`. */
  title?: string;
  /** Stands in the place of the plain head. */
  head?: Child;
  children?: Child;
}

/** The frame of every page about an extension: notices, its name, the tabs. */
export function ExtensionShell({ view, tab, title, head, children }: ExtensionShellProps) {
  const { info } = view;
  return (
    <Layout
      title={title === undefined ? info.name : `${title} · ${info.name}`}
      description={info.description}
      viewer={view.viewer}
      here={view.here}
      feed={`/extensions/${info.name}/versions.atom`}
      noIndex={info.isPrivate || title !== undefined}
    >
      <LifecycleNotices info={info} now={view.now} />
      {head ?? (
        <header class="extension-head">
          <ExtensionName name={info.name} />
          <p>{info.description || "No description."}</p>
        </header>
      )}
      <Tabs name={info.name} current={tab} role={view.role} />
      {children}
    </Layout>
  );
}
