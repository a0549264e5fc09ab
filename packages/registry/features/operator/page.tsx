import { LIMITS } from "@svc/core/limit";
import { REPORT_CATEGORIES, RESTRICTION_CATEGORIES } from "@svc/core/report";
import { visibleText } from "@svc/core/text";
import { Field, Notice, Select, TextArea } from "@svc/http/page";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { extensionHref, versionHref } from "../extensions/page/address/links.ts";
import type { Overview } from "./schema.ts";
import { Section } from "../../platform/web/components/section.tsx";
import { Rows } from "../../platform/web/components/rows.tsx";

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
  const { reports, claims, held, restricted, suspended, disabled } = overview;
  return (
    <Layout {...frame} title="Operator" noIndex>
      <h1>Operator</h1>
      {outcome.error ? <Notice kind="error" title={outcome.error} /> : null}
      {outcome.done ? <Notice kind="success" title={outcome.done} /> : null}
      <Section id="reports" title="Reports">
        {reports.length === 0 ? <p class="quiet">There are no open reports.</p> : null}
        {reports.map((report) => <Report report={report} now={now} />)}
      </Section>
      <Section id="claims" title="Claims to names">
        {claims.length === 0 ? <p class="quiet">There are no open claims.</p> : null}
        {claims.map((claim) => <NameClaim claim={claim} now={now} />)}
      </Section>
      <Section id="held" title="Held for their names">
        {held.length === 0 ? <p class="quiet">No version is held for its name.</p> : null}
        {held.map((one) => <Held one={one} now={now} />)}
      </Section>
      <Section id="restricted" title="In quarantine or taken down">
        <Rows
          rows={restricted.map((one) => <Restricted one={one} now={now} />)}
          empty="Nothing is kept from people."
        />
      </Section>
      <Section id="suspended" title="Suspended collectives and disabled accounts">
        {suspended.length + disabled.length === 0
          ? <p class="quiet">No collective is suspended, and no account is disabled.</p>
          : (
            <ul class="rows sheet">
              {suspended.map((one) => <Suspended one={one} now={now} />)}
              {disabled.map((one) => <Disabled one={one} now={now} />)}
            </ul>
          )}
      </Section>
      <Section class="sheet" id="act" title="Act on an extension">
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
      </Section>
      <Section class="sheet" id="suspend" title="Suspend a collective">
        <p>
          Nobody changes it or publishes in it, and its extensions are in quarantine, until it is
          lifted.
        </p>
        <form class="form" method="post" action={PATH}>
          <Field name="collective" label="Collective" required maxlength={64} />
          <NoteField id="suspend-note" label="Note for its people" />
          <button type="submit" name="act" value="suspend" class="danger">Suspend</button>
        </form>
      </Section>
      <Section class="sheet" id="disable" title="Disable an account">
        <p>
          Its sessions end and its keys stop at once. Its collectives, what it published, and the
          tokens that it created for collectives stay.
        </p>
        <form class="form" method="post" action={PATH}>
          <Field name="username" label="Username" required maxlength={64} />
          <NoteField id="disable-note" label="Reason" hint="The person gets it by mail." />
          <button type="submit" name="act" value="disable" class="danger">Disable</button>
        </form>
      </Section>
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

function Held({ one, now }: { one: Overview["held"][number]; now: Date }) {
  const { id, name, version, heldFor, description, at } = one;
  return (
    <article class="sheet" aria-labelledby={`held-${id}`}>
      <h3 id={`held-${id}`} class="break">{name} {version}</h3>
      <p>
        People may take it for <a href={extensionHref(heldFor)}>{heldFor}</a>. It was uploaded{" "}
        <When at={at} now={now} />
        {description === "" ? "." : (
          <>
            , and says: <bdi>{visibleText(description)}</bdi>
          </>
        )}
      </p>
      <form method="post" action={PATH}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="act" value="allow">
          Allow the name<span class="visually-hidden">{name}</span>
        </button>
      </form>
      <form class="form" method="post" action={PATH}>
        <input type="hidden" name="id" value={id} />
        <NoteField id={`held-note-${id}`} label="Note for its collective" />
        <button type="submit" name="act" value="refuse-name" class="danger">
          Refuse the name<span class="visually-hidden">{name}</span>
        </button>
      </form>
    </article>
  );
}

function NameClaim({ claim, now }: { claim: Overview["claims"][number]; now: Date }) {
  const { number, name, claimant, grounds, createdAt, taken } = claim;
  return (
    <article class="sheet" aria-labelledby={`claim-${number}`}>
      <h3 id={`claim-${number}`} class="break">{name}</h3>
      <p>
        Claim {number}, <When at={createdAt} now={now} />, by{" "}
        <a href={`/u/${claimant}`}>{claimant}</a>.{" "}
        {taken ? "Somebody has or had the name: it cannot be granted." : "Nobody has the name."}
      </p>
      <blockquote class="report">{visibleText(grounds)}</blockquote>
      <form class="form" method="post" action={PATH}>
        <input type="hidden" name="number" value={String(number)} />
        <NoteField
          id={`claim-${number}-note`}
          label="Answer"
          hint="The claimant reads it."
        />
        {taken ? null : (
          <>
            <button type="submit" name="act" value="grant" class="primary">Grant</button>
            {" "}
          </>
        )}
        <button type="submit" name="act" value="refuse">Refuse</button>
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
      <NoteField
        id={`${id}-note`}
        label="Public note"
        hint="Owners, who reported it, and whoever asks for it read this. Name nobody."
      />
    </>
  );
}

/** Why the operator does it, as the people concerned read it. */
function NoteField(props: { id: string; label: string; hint?: string }) {
  return (
    <TextArea {...props} name="note" rows={2} maxlength={LIMITS.operatorNoteCharacters} required />
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

function Suspended({ one, now }: { one: Overview["suspended"][number]; now: Date }) {
  const { collective, at, note } = one;
  return (
    <li>
      <div class="row-text">
        <a class="break" href={`/collectives/${collective}`}>@{collective}</a>{" "}
        <span class="chip">suspended</span>
        <p class="quiet">
          <When at={at} now={now} />: <bdi>{note}</bdi>
        </p>
      </div>
      <form method="post" action={PATH}>
        <input type="hidden" name="collective" value={collective} />
        <button type="submit" name="act" value="unsuspend">
          Lift the suspension
          <span class="visually-hidden">of {collective}</span>
        </button>
      </form>
    </li>
  );
}

function Disabled({ one, now }: { one: Overview["disabled"][number]; now: Date }) {
  const { username, at, reason, tokens } = one;
  return (
    <li>
      <div class="row-text">
        <a class="break" href={`/u/${username}`}>{username}</a>{" "}
        <span class="chip">disabled account</span>
        <p class="quiet">
          <When at={at} now={now} />
          {reason === null ? "" : (
            <>
              : <bdi>{reason}</bdi>
            </>
          )}
        </p>
        {tokens.length === 0 ? null : (
          <p class="quiet">
            Tokens that they created for collectives still work:{" "}
            {tokens.map(({ collective, name }) => `${name} of @${collective}`).join(", ")}.
          </p>
        )}
      </div>
      <form method="post" action={PATH}>
        <input type="hidden" name="username" value={username} />
        <button type="submit" name="act" value="enable">
          Enable
          <span class="visually-hidden">{username}</span>
        </button>
      </form>
    </li>
  );
}
