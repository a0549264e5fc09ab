import type { VersionEntry } from "@svc/core/wire";
import type { Comparison } from "../../source/compare.ts";
import { diffHref } from "../address/links.ts";
import type { PermissionSentence } from "../catalogue/permission_sentence.ts";
import { VersionChips } from "../components/version_chips.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { VersionNotices } from "../frame/version_notices.tsx";
import type { ExtensionView } from "../frame/view.ts";
import type { Changes } from "../catalogue/changes.ts";
import { ChangedFiles, publishedLinks } from "./changed_files.tsx";
import { ChangedPermissions } from "../components/changed_permissions.tsx";
import { DependencyChanges } from "../components/dependency_changes.tsx";
import { Section } from "../../../../platform/web/components/section.tsx";

/** All a comparison shows. */
export interface DiffPageProps {
  view: ExtensionView;
  /** The later version. */
  entry: VersionEntry;
  /** The version it is compared with. */
  from: string;
  /** The only file that is compared; undefined for all. */
  file: string | undefined;
  /** Versions to compare with instead. */
  versions: VersionEntry[];
  permissions: Changes<PermissionSentence>;
  dependencies: Changes<string>;
  comparison: Comparison;
}

/** What changed between two versions: permissions first, then dependencies, then sources. */
export function DiffPage(props: DiffPageProps) {
  const { view, entry, from, file } = props;
  const { name } = view.info;
  return (
    <ExtensionShell view={view} tab="versions" title={`Changes from ${from} to ${entry.version}`}>
      <div class="version-head">
        <h2>Changes from {from} to {entry.version}</h2>
        <VersionChips entry={entry} latest={view.info.latestVersion} />
      </div>
      <VersionNotices view={view} entry={entry} />
      {file === undefined
        ? (
          <>
            <CompareForm
              name={name}
              version={entry.version}
              from={from}
              versions={props.versions}
            />
            <Section id="permissions" title="Permissions" level={3}>
              <ChangedPermissions changes={props.permissions} />
            </Section>
            <DependencyChanges changes={props.dependencies} />
          </>
        )
        : (
          <p>
            One file. <a href={diffHref(name, entry.version, from)}>All changes</a>
          </p>
        )}
      <ChangedFiles
        links={publishedLinks(name, entry.version, from)}
        single={file !== undefined}
        comparison={props.comparison}
      />
    </ExtensionShell>
  );
}

/** Chooses another version to compare with. */
function CompareForm({ name, version, from, versions }: {
  name: string;
  version: string;
  from: string;
  versions: VersionEntry[];
}) {
  return (
    <form class="compare-form" method="get" action={diffHref(name, version)}>
      <label for="from">Compare with</label>
      <select id="from" name="from">
        {versions.filter((entry) => entry.version !== version).map((entry) => (
          <option value={entry.version} selected={entry.version === from}>
            {entry.version}
            {entry.channel === "stable" ? "" : ` (${entry.channel})`}
            {entry.yankedAt ? " (yanked)" : ""}
          </option>
        ))}
      </select>
      <button type="submit">Compare</button>
    </form>
  );
}
