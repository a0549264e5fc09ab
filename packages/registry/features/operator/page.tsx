import { REPORT_CATEGORIES, RESTRICTION_CATEGORIES } from "@svc/core/report";
import { visibleText } from "@svc/core/text";
import { Field, Notice, Select, TextArea } from "@svc/http/page";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { extensionHref, versionHref } from "../extensions/page/address/links.ts";
import type { Overview } from "./schema.ts";

const PATH = "/operator";

/** What a form led to. */
export interface Outcome {
  done?: string | undefined;
  error?: string;
}

interface OperatorPageProps extends PageFrame {
  overview: Overview;
  outcome: Outcome;
  now: Date;
}

/** The operator's work: what people reported, and what can be done about it. */
export function OperatorPage({ overview, outcome, now, ...frame }: OperatorPageProps) {
  const { reports, restricted } = overview;
  return (
    <Layout {...frame} title="Operator" noIndex>
      <h1>Operator</h1>
      {outcome.error ? <Notice kind="error" title={outcome.error} /> : null}
      {outcome.done ? <Notice kind="success" title={outcome.done} /> : null}
      <section aria-labelledby="reports">
        <h2 id="reports">Reports</h2>
        {reports.length === 0 ? <p class="quiet">There are no open reports.</p> : null}
        {reports.map((report) => <Report report={report} now={now} />)}
      </section>
      <section aria-labelledby="restricted">
        <h2 id="restricted">In quarantine or taken down</h2>
        {restricted.length === 0
          ? <p class="quiet">Nothing is kept from people.</p>
          : (
            <ul class="rows sheet">
              {restricted.map((one) => <Restricted one={one} now={now} />)}
            </ul>
          )}
      </section>
      <section class="sheet" aria-labelledby="act">
        <h2 id="act">Act on an extension</h2>
        <form class="form" method="post" action={PATH}>
          <Field
            name="extension"
            label="Extension"
            hint="@collective/name"
            required
            maxlength={200}
          />
          <Field name="version" label="Version" hint="Empty for all versions" maxlength={64} />
          <Why id="act" category="malware" />
          <Restrict />
        </form>
      </section>
      <section class="sheet" aria-labelledby="suspend">
        <h2 id="suspend">Suspend a collective</h2>
        <p>
          Nobody changes it or publishes in it, and its extensions are in quarantine, until it is
          lifted.
        </p>
        <form class="form" method="post" action={PATH}>
          <Field name="collective" label="Collective" required maxlength={64} />
          <TextArea
            id="suspend-note"
            name="note"
            label="Note for its people"
            hint="Not needed to lift a suspension."
            rows={2}
            maxlength={1000}
          />
          <button type="submit" name="act" value="suspend" class="danger">Suspend</button>{" "}
          <button type="submit" name="act" value="unsuspend">Lift the suspension</button>
        </form>
      </section>
    </Layout>
  );
}

type ReportLine = Overview["reports"][number];

function Report({ report, now }: { report: ReportLine; now: Date }) {
  const { number, extension, version, category, reporters, reporter } = report;
  return (
    <article class="sheet" aria-labelledby={`report-${number}`}>
      <h3 id={`report-${number}`} class="break">
        <SubjectLink {...{ extension, version }} />
      </h3>
      <p>
        <span class="chip chip-bad">{REPORT_CATEGORIES[category].label}</span> Report {number},{" "}
        <When at={report.createdAt} now={now} />, by {reporter === null
          ? "the registry or a deleted account"
          : <a href={`/u/${reporter}`}>{reporter}</a>}.{" "}
        {reporters === 1 ? "Nobody else reported it." : `${reporters} people reported it.`}
      </p>
      <blockquote class="report">{visibleText(report.text)}</blockquote>
      <form class="form" method="post" action={PATH}>
        <input type="hidden" name="extension" value={extension} />
        <input type="hidden" name="version" value={version ?? ""} />
        <input type="hidden" name="number" value={String(number)} />
        <Why id={`report-${number}`} category={category} />
        <Restrict />
        <button type="submit" name="act" value="close">Close the report</button>
      </form>
    </article>
  );
}

function SubjectLink({ extension, version }: { extension: string; version: string | null }) {
  return version === null
    ? <a href={extensionHref(extension)}>{extension}</a>
    : <a href={versionHref(extension, version)}>{extension}@{version}</a>;
}

/** Category and note: what owners, reporters and, of public extensions, everybody reads. */
function Why({ id, category }: { id: string; category: string }) {
  return (
    <>
      <Select
        id={`${id}-category`}
        name="category"
        label="Category"
        options={Object.entries(RESTRICTION_CATEGORIES).map(([name, { label }]) =>
          [name, label] as const
        )}
        value={category}
      />
      <TextArea
        id={`${id}-note`}
        name="note"
        label="Public note"
        hint="Owners, who reported it, and whoever asks for it read this. Name nobody."
        rows={2}
        maxlength={1000}
        required
      />
    </>
  );
}

function Restrict() {
  return (
    <>
      <button type="submit" name="act" value="quarantine" class="primary">Quarantine</button>{" "}
      <button type="submit" name="act" value="takedown" class="danger">Take down</button>
      {" "}
    </>
  );
}

function Restricted({ one, now }: { one: Overview["restricted"][number]; now: Date }) {
  const { extension, version, kind, category, note, by } = one;
  const [act, label] = kind === "quarantine" ? ["release", "Release"] : ["reinstate", "Reinstate"];
  return (
    <li>
      <div class="row-text">
        <b class="break">
          <SubjectLink {...{ extension, version }} />
        </b>{" "}
        <span class="chip">{kind === "quarantine" ? "in quarantine" : "taken down"}</span>
        <p class="quiet">
          <When at={one.at} now={now} />
          {by === "reports" ? ", by reports; ends after 72 hours unless you quarantine it" : ""}
          {category === null ? "" : `, ${RESTRICTION_CATEGORIES[category].label}`}:{" "}
          <bdi>{note}</bdi>
        </p>
      </div>
      <form method="post" action={PATH}>
        <input type="hidden" name="extension" value={extension} />
        <input type="hidden" name="version" value={version ?? ""} />
        <button type="submit" name="act" value={act}>
          {label}
          <span class="visually-hidden">{extension} {version ?? ""}</span>
        </button>
      </form>
    </li>
  );
}
