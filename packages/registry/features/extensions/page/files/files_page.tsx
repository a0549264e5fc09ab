import type { VersionEntry } from "@svc/core/wire";
import type { ListedFile } from "../../source/list.ts";
import { diffHref } from "../address/links.ts";
import { plural } from "../catalogue/plural.ts";
import { sizeText } from "../components/size.ts";
import { VersionChips } from "../components/version_chips.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { VersionNotices } from "../frame/version_notices.tsx";
import type { ExtensionView } from "../frame/view.ts";
import { FileTree } from "./file_tree.tsx";
import { PathLinks } from "./path_links.tsx";

interface FilesPageProps {
  view: ExtensionView;
  entry: VersionEntry;
  /** The version before it, if there is one. */
  before: string | undefined;
  /** The folder that is shown; undefined for all. */
  folder: string | undefined;
  files: ListedFile[];
}

/** What a version consists of: its files with their sizes, to be read before anything runs. */
export function FilesPage({ view, entry, before, folder, files }: FilesPageProps) {
  const { name, latestVersion } = view.info;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <ExtensionShell view={view} tab="files" title={`Files of ${entry.version}`}>
      <div class="version-head">
        <h2>Files of {entry.version}</h2>
        <VersionChips entry={entry} latest={latestVersion} />
      </div>
      <VersionNotices view={view} entry={entry} />
      <p>
        {plural(files.length, "file")}, {sizeText(bytes)}. {before === undefined
          ? null
          : <a href={diffHref(name, entry.version, before)}>Changes since {before}</a>}
      </p>
      {folder === undefined
        ? null
        : <PathLinks {...{ name, version: entry.version }} path={folder} />}
      <FileTree name={name} version={entry.version} folder={folder} files={files} />
      <p class="quiet">
        These are the files of the published archive. Bundles are made from them when you pull.
      </p>
    </ExtensionShell>
  );
}
