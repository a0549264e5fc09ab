import { isRepositoryHost } from "@svc/core/rubric";
import { safeHref } from "../../../../platform/web/security/safe_href.ts";
import { Command } from "../../../../platform/web/components/command.tsx";
import type { ProvenanceHistory } from "../../provenance/history.ts";
import type { ProvenanceColumns, ProvenanceRow } from "../../provenance/tables.ts";
import { Notice } from "@svc/http/page";
import { Fact } from "../frame/plate.tsx";
import { Section } from "../../../../platform/web/components/section.tsx";

/** What a version's page says of where it came from, which was verified when it was published. */
export function Provenance({ name, history: { own, before, same }, logIndex }: {
  /** `@acme/greeter@2026.11.23.1` */
  name: string;
  history: ProvenanceHistory;
  /** Where the registry's log has the version; null without one. */
  logIndex: number | null;
}) {
  // A version without a statement after one without is as it always was.
  if (own === null && !before) return null;
  const changed = before && same === 0;
  return (
    <Section id="provenance" title="Where it came from" level={3}>
      {own === null
        ? <p>This version was published without a statement of it.</p>
        : <ProvenanceFacts row={own} logIndex={logIndex} />}
      {changed && (
        <Notice kind="warning" title="Publisher changed with this version">
          <p>Before: {publisherText(before)}.</p>
        </Notice>
      )}
      {own !== null && same > 0 && (
        <p class="quiet">
          Same publisher as the {same === 1 ? "version" : `${same} versions`} before.
        </p>
      )}
      {own === null ? null : (
        <>
          <Command
            id="check-provenance"
            command={`svc extension verify ${name}`}
            what="the line that checks it"
          />
          <p class="quiet">
            <a href="/docs/provenance#for-auditors-by-hand">Check it by hand</a>, without svc.
          </p>
        </>
      )}
    </Section>
  );
}

/** Who vouches for a version, and what was built from what. */
export function ProvenanceFacts({ row, logIndex = null }: {
  row: ProvenanceColumns;
  logIndex?: number | null;
}) {
  const { log_index } = row;
  return (
    <dl class="plate-facts wide">
      {row.kind === "key"
        ? (
          <Fact label="Signed with">
            a registered key, SHA-256 <code class="break">{row.identity}</code>
          </Fact>
        )
        : <Job row={row} />}
      {log_index === null && logIndex === null ? null : (
        <Fact label="Recorded in">
          {log_index === null ? null : `Sigstore log ${log_index}`}
          {log_index === null || logIndex === null ? null : " · "}
          {logIndex === null ? null : <LogEntry index={logIndex} />}
        </Fact>
      )}
    </dl>
  );
}

/** An entry of the registry's own log. */
export function LogEntry({ index }: { index: number }) {
  return (
    <a href="/docs/transparency-log">
      registry log {index.toLocaleString("en")}
    </a>
  );
}

function Job({ row }: { row: ProvenanceColumns }) {
  const { repository, commit_sha, ref, workflow, runner, environment, run_url } = row;
  return (
    <>
      {repository === null ? null : (
        <Fact label="Built from">
          <AllowedLink url={repository} text={repository.replace(/^https?:\/\//, "")} />
          {commit_sha === null ? null : (
            <>
              {" "}@ <code>{commit_sha.slice(0, 7)}</code>
            </>
          )}
          {ref === null ? null : ` (${refText(ref)})`}
        </Fact>
      )}
      <Fact label="By">
        {[workflow ?? row.identity, runnerText(runner), environment && `environment ${environment}`]
          .filter(Boolean).join(", ")}
      </Fact>
      {run_url === null ? null : (
        <Fact label="Run">
          <AllowedLink url={run_url} text={runText(run_url, repository)} />
        </Fact>
      )}
    </>
  );
}

/** A link to a known code host; any other address, which a stranger's issuer may have named, is text. */
function AllowedLink({ url, text }: { url: string; text: string }) {
  const href = safeHref(url);
  return href !== undefined && isRepositoryHost(new URL(href).host)
    ? <a class="break" href={href} rel="nofollow noopener ugc">{text}</a>
    : <span class="break">{text}</span>;
}

function refText(ref: string): string {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  return name === undefined ? ref : `${kind === "tags" ? "tag" : "branch"} ${name}`;
}

/** Without the repository, which is beside it. */
function runText(url: string, repository: string | null): string {
  const base = `${repository}/`;
  return (url.startsWith(base) ? url.slice(base.length) : url).replace(/^https?:\/\//, "");
}

function runnerText(runner: string | null): string | null {
  if (runner === "github-hosted") return "GitHub-hosted";
  return runner === "self-hosted" ? "self-hosted runner" : runner;
}

function publisherText({ kind, repository, workflow, identity }: ProvenanceRow): string {
  if (kind === "key") return `a registered key, SHA-256 ${identity.slice(0, 12)}…`;
  return [repository?.replace(/^https?:\/\//, "") ?? identity, workflow].filter(Boolean).join(", ");
}
