import type { Child } from "hono/jsx";
import { Layout } from "../../../../platform/web/layout/layout.tsx";
import { type Tab, TABS } from "../address/extension_path.ts";
import { ExtensionName } from "./extension_name.tsx";
import type { ExtensionView } from "./view.ts";
import type { ExtensionInfo } from "@svc/core/wire";
import { Notice } from "@svc/http/page";
import { When } from "../../../../platform/web/components/when.tsx";
import { QuarantineNotice } from "../components/quarantine_notice.tsx";
import { LinkedText } from "../components/linked_text.tsx";
import type { Role } from "@svc/core/role";
import { extensionHref } from "../address/links.ts";

interface ExtensionShellProps {
  view: ExtensionView;
  /** The tab this page stands under; undefined for the overview, null for a page below it. */
  tab: Tab | undefined | null;
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

/** What a reader must know before pulling: yanked or deprecated, why, and what to use instead. */
function LifecycleNotices({ info, now }: { info: ExtensionInfo; now: Date }) {
  return (
    <>
      {info.restriction ? <QuarantineNotice {...info.restriction} now={now} /> : null}
      {info.yankedAt && info.yankedAt !== info.restriction?.at && (
        <Notice kind="error" title="This extension was yanked">
          <p>
            <bdi>{info.yankReason ?? "No reason given."}</bdi> Yanked{" "}
            <When at={info.yankedAt} now={now} />. It is no longer in search, and a new pull refuses
            it; a lockfile that names it still restores it.
          </p>
        </Notice>
      )}
      {info.deprecatedAt && (
        <Notice kind="warning" title="This extension is deprecated">
          <p>
            <bdi>
              <LinkedText text={info.deprecationReason ?? "No reason given."} />
            </bdi>
            {info.supersededBy && (
              <>
                {" "}Use <a href={`/extensions/${info.supersededBy}`}>{info.supersededBy}</a>{" "}
                instead.
              </>
            )}
          </p>
        </Notice>
      )}
      {info.transferred && (
        <Notice kind="info" title="This extension has another owner">
          <p>
            It was transferred to {info.namespace} <When at={info.transferred.at} now={now} />
            {info.transferred.from ? <>; it was {info.transferred.from} before</> : null}.
          </p>
        </Notice>
      )}
      {(!info.yankedAt && info.latestVersion === null && (info.latestRc ?? info.latestBeta)) && (
        <Notice kind="info" title="No stable version yet">
          <p>
            Pull the newest with <code>--channel {info.latestRc ? "rc" : "beta"}</code>.
          </p>
        </Notice>
      )}
    </>
  );
}

const LABELS: Readonly<Record<Tab, string>> = {
  versions: "Versions",
  files: "Files",
  score: "Score",
  dependencies: "Dependencies",
  settings: "Settings",
};

/** The parts of an extension's page, each with an address of its own. Settings are its people's. */
function Tabs({ name, current, role }: {
  name: string;
  current: Tab | undefined | null;
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
