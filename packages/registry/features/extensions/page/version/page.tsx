import type { Contents } from "@svc/core/descriptor";
import type { ExtensionAuthor, ExtensionInfo, Scorecard, VersionEntry } from "@svc/core/wire";
import { raw } from "hono/html";
import type { SafeHtml } from "../../../../platform/web/markdown/safe_html.ts";
import type { VersionRow } from "../../record/tables.ts";
import type { PermissionSentence } from "../catalogue/permission_sentence.ts";
import { ChangedPermissions } from "../components/changed_permissions.tsx";
import type { Changes } from "../catalogue/changes.ts";
import { diffHref, reportHref, sourceHref } from "../address/links.ts";
import { Permissions } from "../components/permission_list.tsx";
import { VersionChips } from "../components/version_chips.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { VersionNotices } from "../frame/version_notices.tsx";
import type { ExtensionView } from "../frame/view.ts";
import type { ProvenanceHistory } from "../../provenance/history.ts";
import { LogEntry, Provenance } from "./provenance.tsx";
import { Score } from "../score/score.tsx";
import { Holds } from "./holds.tsx";
import { Command } from "../../../../platform/web/components/command.tsx";
import { safeHref } from "../../../../platform/web/security/safe_href.ts";
import { When } from "../../../../platform/web/components/when.tsx";
import { Author } from "../components/author.tsx";
import { Fact } from "../frame/plate.tsx";
import { sizeText } from "../components/size.ts";
import { Section } from "../../../../platform/web/components/section.tsx";

/** All a version's page shows. */
export interface VersionPageProps {
  view: ExtensionView;
  entry: VersionEntry;
  row: Pick<VersionRow, "checksum" | "packed_bytes" | "unpacked_bytes" | "file_count">;
  publisher: ExtensionAuthor | null;
  provenance: ProvenanceHistory;
  /** Its place in the registry's log; null while it has none, and where there is no log. */
  logIndex: number | null;
  /** The version before it, if there is one. */
  before: string | undefined;
  /** Address of this registry. */
  baseUrl: string;
  contents: Contents;
  scorecard: Scorecard;
  releaseNotes: SafeHtml | undefined;
  readme: SafeHtml | undefined;
  /** What it asks for that the version before it did not, and what no longer. */
  permissionChanges: Changes<PermissionSentence> | undefined;
}

/** One version: what changed, who published it when, its permissions, README, contents and score. */
export function VersionPage(props: VersionPageProps) {
  const { view, entry, before, contents } = props;
  const { info } = view;
  return (
    <ExtensionShell view={view} tab="versions" title={entry.version}>
      <div class="version-head">
        <h2>Version {entry.version}</h2>
        <VersionChips entry={entry} latest={info.latestVersion} />
      </div>
      <VersionNotices view={view} entry={entry} />
      <p class="version-links">
        <a class="button" href={sourceHref(info.name, entry.version)}>Files</a>
        {before === undefined
          ? null
          : (
            <a class="button" href={diffHref(info.name, entry.version, before)}>
              Changes since {before}
            </a>
          )}
      </p>
      <div class="overview">
        <div class="aside overview-permissions">
          <Section id="permissions" title="Permissions" level={3}>
            <Permissions contents={contents} />
          </Section>
          {before === undefined || props.permissionChanges === undefined
            ? null
            : (
              <Section id="changed" title={`Permissions since ${before}`} level={3}>
                <ChangedPermissions changes={props.permissionChanges} />
              </Section>
            )}
        </div>
        <div class="main-column">
          <VersionFacts
            now={view.now}
            entry={entry}
            row={props.row}
            publisher={props.publisher}
            // Beside the statement, where there is one.
            logIndex={props.provenance.own === null ? props.logIndex : null}
          />
          <Provenance
            name={`${info.name}@${entry.version}`}
            history={props.provenance}
            logIndex={props.logIndex}
          />
          <Section id="notes" title="Release notes" level={3}>
            {props.releaseNotes
              ? <div class="sheet prose">{raw(props.releaseNotes)}</div>
              : <p class="quiet">This version has no release notes.</p>}
          </Section>
          <Section id="readme" title="README" level={3}>
            {props.readme
              ? <div class="sheet prose">{raw(props.readme)}</div>
              : <p class="quiet">This version has no README.</p>}
          </Section>
          <Holds contents={contents} />
          <Verify
            info={info}
            version={entry.version}
            checksum={props.row.checksum}
            baseUrl={props.baseUrl}
          />
          <Score scorecard={props.scorecard} />
          <p class="quiet">
            <a href={reportHref(info.name, entry.version)} rel="nofollow">Report this version</a>
          </p>
        </div>
      </div>
    </ExtensionShell>
  );
}

/** The checksum of a version's archive, with a line that computes it from the download. */
function Verify({ info, version, checksum, baseUrl }: {
  info: ExtensionInfo;
  version: string;
  /** SHA-256, lower-case hex. */
  checksum: string;
  /** Address of this registry. */
  baseUrl: string;
}) {
  const archive = `${baseUrl}/api/v1/extensions/${info.name}@${version}/download`;
  return (
    <Section id="verify" title="Checksum" level={3}>
      <p class="break">
        SHA-256 of the archive: <code>{checksum}</code>
      </p>
      {info.isPrivate ? null : (
        <Command
          id="verify"
          command={`curl -fsSL '${archive}' | sha256sum`}
          what="the line that prints the checksum"
        />
      )}
      <p class="quiet">
        A pull checks it automatically and writes it into the lockfile.
      </p>
    </Section>
  );
}

/** The CI run that published a version; its issuer vouched for the address. */
function Run({ run }: { run: string }) {
  const href = safeHref(run);
  return href === undefined ? <>{run}</> : <a href={href} rel="noopener noreferrer">the CI run</a>;
}

/** When, by whom and in which channel a version was published, and how large it is. */
function VersionFacts({ now, entry, row, publisher, logIndex }: {
  now: Date;
  entry: VersionEntry;
  row: Pick<VersionRow, "packed_bytes" | "unpacked_bytes" | "file_count">;
  publisher: ExtensionAuthor | null;
  logIndex: number | null;
}) {
  return (
    <dl class="plate-facts">
      <Fact label="Published">
        <When at={entry.publishedAt} now={now} />
      </Fact>
      <Fact label="Published by">
        {publisher === null ? "unknown" : <Author author={publisher} />}
      </Fact>
      {entry.publishedByRun === undefined ? null : (
        <Fact label="From">
          <Run run={entry.publishedByRun.run} />
        </Fact>
      )}
      <Fact label="Channel">{entry.channel}</Fact>
      <Fact label="Download">{sizeText(row.packed_bytes)}</Fact>
      <Fact label="Files">{row.file_count}, {sizeText(row.unpacked_bytes)}</Fact>
      {logIndex === null ? null : (
        <Fact label="Recorded in">
          <LogEntry index={logIndex} />
        </Fact>
      )}
    </dl>
  );
}
