import type { Decision } from "@svc/core/approval";
import { LIMITS } from "@svc/core/limit";
import { visibleText } from "@svc/core/text";
import type { StagedDecision, StagedVersion } from "@svc/core/wire";
import { Field, Notice, TextArea } from "@svc/http/page";
import type { Child } from "hono/jsx";
import {
  PasskeyForm,
  type PasskeyQuestion,
  PasskeysUnavailable,
  WithPasskey,
} from "../../../platform/web/components/passkey.tsx";
import { When } from "../../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { versionHref } from "../../extensions/page/address/links.ts";
import { plural } from "../../extensions/page/catalogue/plural.ts";
import { ChangedPermissions } from "../../extensions/page/components/changed_permissions.tsx";
import { DependencyChanges } from "../../extensions/page/components/dependency_changes.tsx";
import { ChangedFiles } from "../../extensions/page/diff/changed_files.tsx";
import { ProvenanceFacts } from "../../extensions/page/version/provenance.tsx";
import { stagedPath } from "../view.ts";
import type { Review } from "./review.ts";
import { Section } from "../../../platform/web/components/section.tsx";

/** How the viewer may decide. */
export interface Deciding {
  /** Their second factors. */
  factors: readonly ("totp" | "passkey")[];
  /** The registry's address, where browsers take no passkeys at it. */
  noPasskeysAt: string | undefined;
  /** Why their approval would not count; undefined when it would. */
  refusal: string | undefined;
  passkeyOnly: boolean;
  /** They own the collective. */
  owns: boolean;
  /** What their passkey is to sign, once they chose that, and for which decision. */
  asked: { question: PasskeyQuestion; decision: Decision; note: string } | undefined;
}

interface StagedPageProps extends PageFrame {
  staged: StagedVersion;
  collective: string;
  decisions: StagedDecision[];
  releaseNotes: string | null;
  review: Review;
  /** The only file that is shown; undefined for all. */
  file: string | undefined;
  /** Undefined for who may not decide. */
  deciding: Deciding | undefined;
  /** The viewer staged it. */
  own: boolean;
  done: string | undefined;
  error: string | undefined;
  now: Date;
}

/** A staged version: what is in it, and below that the decision. */
export function StagedPage(props: StagedPageProps) {
  const { staged, collective, review, file, deciding, now, ...frame } = props;
  const { id, name, version, channel, state } = staged;
  return (
    <Layout
      title={`${name} ${version}, staged`}
      viewer={frame.viewer}
      here={frame.here}
      noIndex
    >
      <p class="quiet">
        <a href={`/collectives/${collective}/staged`}>Staged versions of @{collective}</a>
      </p>
      <header class="plate">
        <h1 class="break">{name} {version}</h1>
        <p class="plate-chips">
          <span class="chip">{channel}</span> <State staged={staged} now={now} />
        </p>
        <Facts staged={staged} now={now} />
      </header>
      {frame.error ? <Notice kind="error" title={frame.error} /> : null}
      {frame.done ? <Notice kind="success" title={frame.done} /> : null}
      {deciding?.asked === undefined ? null : <Asked staged={staged} asked={deciding.asked} />}
      <h2>What is in it</h2>
      {file === undefined ? <Overview {...props} /> : (
        <p>
          One file. <a href={stagedPath(id)}>All changes</a>
        </p>
      )}
      {review.comparison === undefined
        ? <p class="quiet">Its files are gone, as it was not published.</p>
        : (
          <ChangedFiles
            links={{
              changes: (path) => `${stagedPath(id)}?${new URLSearchParams({ file: path })}`,
            }}
            single={file !== undefined}
            comparison={review.comparison}
          />
        )}
      <Decisions {...props} />
      {state === "staged" && file === undefined && deciding !== undefined && (
        <Decide staged={staged} deciding={deciding} />
      )}
      {state === "staged" && file === undefined && props.own && (
        <form class="form sheet" method="post" action={stagedPath(id)}>
          <p>You staged this version. Withdrawn, it is not published, and its number is free.</p>
          <button type="submit" name="withdraw" value="yes" class="danger">Withdraw</button>
        </form>
      )}
    </Layout>
  );
}

/** What has become of a staged version, in a word. */
export function State({ staged, now }: { staged: StagedVersion; now: Date }) {
  const { state, heldFor, publishAfter, approvals, needed } = staged;
  if (state !== "staged") return <span class="chip">{state}</span>;
  if (heldFor !== null) return <span class="chip">held for its name</span>;
  if (publishAfter !== null) {
    return (
      <span class="chip">
        approved, published <When at={publishAfter} now={now} />
      </span>
    );
  }
  return <span class="chip">{approvals} of {plural(needed, "approval")}</span>;
}

function Facts({ staged, now }: { staged: StagedVersion; now: Date }) {
  const { state, stagedBy, stagedAt, expiresAt, publishAfter, heldFor, reason, checksum, bytes } =
    staged;
  return (
    <>
      <p>
        Staged <When at={stagedAt} now={now} /> by {stagedBy ?? "an account or token that is gone"}.
        {" "}
        {state === "staged" && publishAfter === null && (
          <>
            It expires <When at={expiresAt} now={now} />.
          </>
        )}
        {publishAfter === null ? null : (
          <>
            It is published at <time datetime={publishAfter}>{publishAfter.slice(0, 16)}</time>{" "}
            UTC, unless somebody rejects it before.
          </>
        )}
        {state === "published" && (
          <a href={versionHref(staged.name, staged.version)}>See it published</a>
        )}
      </p>
      {heldFor === null ? null : (
        <p>
          People may take its name for{" "}
          {heldFor}. The operator of the registry decides about that first.
        </p>
      )}
      {reason === null ? null : <p>It ended: {visibleText(reason)}</p>}
      <p class="quiet break">
        SHA-256 <code>{checksum}</code>, {bytes} bytes
      </p>
    </>
  );
}

function Overview({ review, releaseNotes }: StagedPageProps) {
  const { before, provenance, permissions, dependencies, scorecard, lost } = review;
  return (
    <>
      <p>
        {before === undefined
          ? "This is the first version: all of it is new."
          : `Compared with ${before}, which is published.`}
      </p>
      {releaseNotes === null ? null : (
        <Section id="notes" title="Release notes" level={3}>
          <blockquote class="report">{visibleText(releaseNotes)}</blockquote>
        </Section>
      )}
      {provenance === undefined
        ? null
        : (
          <Section id="provenance" title="Where it came from" level={3}>
            <ProvenanceFacts row={provenance} />
          </Section>
        )}
      <Section id="permissions" title="Permissions" level={3}>
        <ChangedPermissions changes={permissions} />
      </Section>
      <DependencyChanges changes={dependencies} />
      <Section
        id="score"
        title={`Score: ${scorecard.earnedPoints} of ${scorecard.maxPoints} points`}
        level={3}
      >
        {lost.length === 0 ? <p>{before === undefined ? null : "No points were lost."}</p> : (
          <ul>
            {lost.map(({ label, remediation }) => (
              <li>
                Lost: {label}. {remediation}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

const VERBS: Readonly<Record<Decision, string>> = {
  approve: "approved it",
  reject: "rejected it",
  override: "published it without the approvals",
};

function Decisions({ staged, decisions, now }: StagedPageProps) {
  if (decisions.length === 0) return null;
  return (
    <Section id="decisions" title="Decisions" level={3}>
      <ul class="rows sheet">
        {decisions.map(({ by, decision, at, method, note }) => (
          <li>
            <div class="row-text">
              {by ?? "An account that is gone"} {VERBS[decision]} <When at={at} now={now} />, with
              {" "}
              {method === "passkey" ? "a passkey" : "a code"}
              {note === null ? "." : (
                <>
                  : <bdi>{visibleText(note)}</bdi>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p class="quiet">
        What passkeys signed is in{" "}
        <code>svc extension staged {staged.id} --json</code>, for whoever checks it.
      </p>
    </Section>
  );
}

const BUTTONS: Readonly<Record<Decision, string>> = {
  approve: "Approve with the passkey",
  reject: "Reject with the passkey",
  override: "Publish with the passkey",
};

/** The passkey's question, on top: it asks by itself. */
function Asked(
  { staged, asked }: { staged: StagedVersion; asked: NonNullable<Deciding["asked"]> },
) {
  const { question, decision, note } = asked;
  return (
    <PasskeyForm
      action={stagedPath(staged.id)}
      ask="get"
      question={question}
      button={BUTTONS[decision]}
    >
      <input type="hidden" name="checksum" value={staged.checksum} />
      <input type="hidden" name="decision" value={decision} />
      <input type="hidden" name="note" value={note} />
    </PasskeyForm>
  );
}

function Decide({ staged, deciding }: { staged: StagedVersion; deciding: Deciding }) {
  const { refusal, factors } = deciding;
  const approvable = refusal === undefined && staged.heldFor === null &&
    staged.publishAfter === null;
  return (
    <Section id="decide" title="Decide">
      {factors.length === 0 && (
        <p>
          Deciding needs a second factor. Add a passkey or an authenticator app under{" "}
          <a href="/account/security">Account, Security</a>.
        </p>
      )}
      {refusal === undefined ? null : <p>{refusal}</p>}
      <Ways staged={staged} deciding={deciding}>
        {(value) => (
          <>
            <NoteField id={`reason-${value}`} label="Reason, if you reject it" />
            {approvable
              ? <Send value={value} decision="approve" class="primary">Approve</Send>
              : null} <Send value={value} decision="reject" class="danger">Reject</Send>
          </>
        )}
      </Ways>
      {deciding.owns && staged.heldFor === null && (
        <details>
          <summary>Publish it now, without the approvals</summary>
          <p>
            For an emergency. All owners and admins get a mail with your reason, and it stays in the
            audit log.
          </p>
          <Ways staged={staged} deciding={{ ...deciding, passkeyOnly: false }}>
            {(value) => (
              <>
                <NoteField id={`emergency-${value}`} label="Why" required />
                <Send value={value} decision="override" class="danger">Publish now</Send>
              </>
            )}
          </Ways>
        </details>
      )}
    </Section>
  );
}

/** By a passkey the button leads to its question; by a code it is in the same form. */
type By = "passkey" | "code";

interface WaysProps {
  staged: StagedVersion;
  deciding: Deciding;
  children: (by: By) => Child;
}

/** One form for each way the viewer can prove a decision. */
function Ways({ staged, deciding, children }: WaysProps) {
  const { factors, noPasskeysAt, passkeyOnly } = deciding;
  const hidden = <input type="hidden" name="checksum" value={staged.checksum} />;
  const action = stagedPath(staged.id);
  return (
    <>
      {!factors.includes("passkey")
        ? null
        : noPasskeysAt !== undefined
        ? <PasskeysUnavailable at={noPasskeysAt} codes="any" />
        : (
          <WithPasskey>
            <form class="form sheet" method="post" action={action}>
              <h3>With a passkey</h3>
              {hidden}
              {children("passkey")}
            </form>
          </WithPasskey>
        )}
      {factors.includes("totp") && !passkeyOnly && (
        <form class="form sheet" method="post" action={action}>
          <h3>With a code</h3>
          {hidden}
          <Field
            name="code"
            label="Code"
            hint="Six digits from your authenticator app."
            autocomplete="one-time-code"
            maxlength={6}
            required
          />
          {children("code")}
        </form>
      )}
    </>
  );
}

function NoteField({ id, label, required }: { id: string; label: string; required?: boolean }) {
  return (
    <TextArea
      id={id}
      name="note"
      label={label}
      rows={2}
      maxlength={LIMITS.decisionNoteCharacters}
      required={required}
    />
  );
}

function Send({ value, decision, children, ...more }: {
  value: By;
  decision: Decision;
  class: string;
  children?: Child;
}) {
  return (
    <button
      type="submit"
      name={value === "passkey" ? "ask" : "decision"}
      value={decision}
      class={more.class}
    >
      {children}
      {value === "passkey" ? " with a passkey" : null}
    </button>
  );
}

interface ListPageProps extends PageFrame {
  collective: string;
  staged: StagedVersion[];
  now: Date;
}

/** The staged versions of a collective, for its members. */
export function StagedListPage({ collective, staged, now, ...frame }: ListPageProps) {
  const [waiting, ended] = [true, false]
    .map((waits) => staged.filter(({ state }) => (state === "staged") === waits)) as [
      StagedVersion[],
      StagedVersion[],
    ];
  return (
    <Layout title={`Staged versions of @${collective}`} {...frame} noIndex>
      <p class="quiet">
        <a href={`/collectives/${collective}`}>@{collective}</a>
      </p>
      <h1>Staged versions</h1>
      <Section id="waiting" title="Waiting">
        {waiting.length === 0
          ? (
            <p class="quiet">
              No version waits. <code>svc extension stage</code> stages one.
            </p>
          )
          : <Rows staged={waiting} now={now} />}
      </Section>
      {ended.length === 0 ? null : (
        <Section id="ended" title="Decided or ended">
          <Rows staged={ended} now={now} />
        </Section>
      )}
    </Layout>
  );
}

function Rows({ staged, now }: { staged: StagedVersion[]; now: Date }) {
  return (
    <ul class="rows sheet">
      {staged.map((one) => (
        <li>
          <div class="row-text">
            <a class="break" href={stagedPath(one.id)}>{one.name} {one.version}</a>{" "}
            <State staged={one} now={now} />
            <p class="quiet">
              Staged <When at={one.stagedAt} now={now} /> by {one.stagedBy ?? "somebody"}
              {one.reason === null ? "" : `; ${visibleText(one.reason)}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
