import { SvcError } from "@svc/core/error";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { redirect } from "@svc/http/edge";
import { readCurrentVersion } from "../../read/info.ts";
import { versionBefore } from "../../read/version_before.ts";
import { versionOf } from "../../read/version_of.ts";
import { versionEntryOf } from "../../read/list_versions.ts";
import { diffHref, sourceHref } from "../address/links.ts";
import { type ExtensionView, viewOf } from "../frame/view.ts";
import { FilePage } from "./file_page.tsx";
import type { VersionEntry } from "@svc/core/wire";
import type { ListedFile } from "../../source/list.ts";
import { plural } from "../catalogue/plural.ts";
import { sizeText } from "../components/size.ts";
import { VersionChips } from "../components/version_chips.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { VersionNotices } from "../frame/version_notices.tsx";
import { FileTree } from "./file_tree.tsx";
import { PathLinks } from "./path_links.tsx";
import type {} from "../../source/reader.ts";

/** GET …/files: the files of the newest version, at its own address, so that a link keeps its lines. */
export async function showNewestFiles(
  { services }: Visit,
  { extension }: VisibleExtension,
): Promise<Response> {
  const shown = await readCurrentVersion(services, extension);
  if (shown === undefined) throw noSuchFile(extension.name);
  return redirect(sourceHref(extension.name, shown.version));
}

/** GET …/{version}/files and below: the tree, a folder of it, or one file. */
export async function showSource(
  visit: Visit,
  visible: VisibleExtension,
  { version, file }: { version: string; file: string | undefined },
): Promise<Rendered> {
  const { services, context } = visit;
  const row = await versionOf(services.db, visible, version);
  const asker = context.get("address");
  const [{ view }, files] = await Promise.all([
    viewOf(visit, visible),
    services.sources.list(row.checksum, asker),
  ]);
  const entry = versionEntryOf(row);
  if (file !== undefined && files.some(({ path }) => path === file)) {
    const source = await services.sources.show(row.checksum, file, asker);
    return { page: <FilePage view={view} entry={entry} path={file} source={source!} /> };
  }
  const inside = file === undefined
    ? files
    : files.filter(({ path }) => path.startsWith(`${file}/`));
  if (file !== undefined && inside.length === 0) throw noSuchFile(`${view.info.name} ${version}`);
  const before = await versionBefore(services.db, row);
  return { page: <FilesPage {...{ view, entry, before }} folder={file} files={inside} /> };
}

/** The refusal of a path that an archive does not have. */
export function noSuchFile(where: string): SvcError {
  return new SvcError("not_found", `${where} has no such file`, {
    hint: "See the Files tab.",
  });
}

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
function FilesPage({ view, entry, before, folder, files }: FilesPageProps) {
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

/**
 * GET …/{version}/raw/…: a file's bytes, as plain text whatever they are: nothing in them may act on
 * this site.
 */
export async function showRaw(
  { services, context }: Visit,
  visible: VisibleExtension,
  { version, file }: { version: string; file: string },
): Promise<Response> {
  const { extension, collective } = visible;
  const row = await versionOf(services.db, visible, version);
  const asker = context.get("address");
  const files = await services.sources.list(row.checksum, asker);
  const bytes = files.some(({ path }) => path === file)
    ? await services.sources.bytes(row.checksum, file, asker)
    : undefined;
  if (bytes === undefined) throw noSuchFile(`${extension.name} ${version}`);
  const binary = bytes.includes(0);
  const name = encodeURIComponent(file.slice(file.lastIndexOf("/") + 1));
  return new Response(bytes, {
    headers: {
      "content-type": binary ? "application/octet-stream" : "text/plain; charset=utf-8",
      "content-disposition": `${binary ? "attachment" : "inline"}; filename*=UTF-8''${name}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": collective.private ? "private, no-cache" : "public, max-age=300",
      vary: "cookie",
    },
  });
}
