import { type Contents, parseContents } from "@svc/core/descriptor";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { versionsOf } from "../../read/list_versions.ts";
import { pullsByWeek } from "../../pulls/by_week.ts";
import { type OfferedLines, offeredLines } from "../../../install/offer.ts";
import { versionBefore } from "../../read/version_before.ts";
import { scorecardOf } from "../../score/scorecard.ts";
import { publisherView, selectPublishers } from "../../../publishers/view.ts";
import { type ExtensionView, viewOf } from "../frame/view.ts";
import type { Scorecard } from "@svc/core/wire";
import { raw } from "hono/html";
import type { SafeHtml } from "../../../../platform/web/markdown/safe_html.ts";
import { firstRows } from "../catalogue/first_rows.ts";
import { Permissions } from "../components/permission_list.tsx";
import { ExtensionPlate } from "../frame/plate.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { About, type AboutProps } from "./about.tsx";
import { OtherContents } from "./other_contents.tsx";
import { BehaviorType } from "./behavior_type.tsx";
import { Section } from "../../../../platform/web/components/section.tsx";

/** Versions beside the README. */
const SHOWN_VERSIONS = 5;

/** The first page of an extension. */
export async function showOverview(visit: Visit, visible: VisibleExtension): Promise<Rendered> {
  const { services, site, now } = visit;
  const { extension, collective, role } = visible;
  const [{ view, shown }, { versions, meta }, pulls, publishers] = await Promise.all([
    viewOf(visit, visible),
    versionsOf(services, visible.extension.id, { page: 1, perPage: SHOWN_VERSIONS }),
    pullsByWeek(services.db, extension, now),
    // As `publishers.list`, for members.
    role === undefined ? [] : selectPublishers(services.db, collective.id)
      .where("extension_name", "=", extension.name).where("disabled_at", "is", null).execute(),
  ]);
  return {
    page: (
      <ExtensionPage
        view={view}
        scorecard={shown && scorecardOf(services.config, visible.extension, shown)}
        contents={shown && parseContents(shown.descriptor, visible.extension.name)}
        readme={shown?.readme
          ? await site.prose.of(shown.readme, { idPrefix: "readme-", headingShift: 1 })
          : undefined}
        lines={offeredLines(services)}
        publishedAt={shown?.published_at}
        shown={shown?.version}
        before={shown && await versionBefore(services.db, shown)}
        pulls={pulls}
        publishers={publishers.map(publisherView)}
        versions={versions}
        versionTotal={meta.total}
      />
    ),
  };
}

/** All an extension's page shows. */
export interface ExtensionPageProps extends Omit<AboutProps, "view"> {
  view: ExtensionView;
  /** When the shown version was published. */
  publishedAt: string | undefined;
  /** How to get svc and log in here. */
  lines: OfferedLines;
  /** Absent before the first version. */
  scorecard: Scorecard | undefined;
  contents: Contents | undefined;
  readme: SafeHtml | undefined;
}

/** An extension: what it does, how to get it, its permissions, README and behavior types. */
export function ExtensionPage(props: ExtensionPageProps) {
  const { view, scorecard } = props;
  const { contents, hidden } = props.contents
    ? firstRows(props.contents)
    : { contents: undefined, hidden: 0 };
  return (
    <ExtensionShell
      view={view}
      tab={undefined}
      head={
        <ExtensionPlate
          info={view.info}
          scorecard={scorecard}
          publishedAt={props.publishedAt}
          lines={props.lines}
          now={view.now}
        />
      }
    >
      <div class="overview">
        <div class="aside overview-permissions">
          <Section id="permissions" title="Permissions">
            <Permissions contents={contents} />
          </Section>
        </div>
        <div class="main-column">
          <section id="readme" aria-label="README" class="sheet">
            {props.readme
              ? <div class="prose">{raw(props.readme)}</div>
              : <p class="quiet">This extension has no README.</p>}
          </section>
          {contents && (
            <Documented
              extension={view.info.name}
              contents={contents}
              hidden={hidden}
            />
          )}
        </div>
        <About {...props} />
      </div>
    </ExtensionShell>
  );
}

function Documented({ extension, contents, hidden }: {
  extension: string;
  contents: Contents;
  hidden: number;
}) {
  return (
    <>
      <BehaviorTypes extension={extension} contents={contents} />
      <Reports reports={contents.reports} />
      <OtherContents contents={contents} />
      {hidden > 0 && (
        <p class="quiet">
          {hidden}{" "}
          more methods, arguments, outputs or reports are not shown here. Pull the extension;{" "}
          <code>svc model type describe</code> shows all.
        </p>
      )}
    </>
  );
}

/** The behavior types of an extension, as its catalogue entry documents them (spec §2.7). */
function BehaviorTypes({ extension, contents }: { extension: string; contents: Contents }) {
  if (contents.models.length === 0) return null;
  return (
    <Section id="types" title="Behavior types">
      {contents.described === "source-text" && (
        <p class="quiet">
          Read from the source text; not evaluated. Arguments may be missing. A pull describes the
          types as they are: <code>svc model type describe</code>.
        </p>
      )}
      {contents.models.map((model) => <BehaviorType extension={extension} model={model} />)}
    </Section>
  );
}

/** The reports of an extension. */
function Reports({ reports }: Pick<Contents, "reports">) {
  if (reports.length === 0) return null;
  return (
    <Section id="reports" title="Reports">
      <dl class="outputs sheet">
        {reports.map((report) => (
          <div>
            <dt>
              <code>{report.name}</code>
            </dt>
            <dd>{report.description}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
