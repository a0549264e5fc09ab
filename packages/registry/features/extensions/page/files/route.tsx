import { SvcError } from "@svc/core/error";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { redirect } from "@svc/http/edge";
import { readCurrentVersion } from "../../read/info.ts";
import { versionBefore } from "../../read/version_before.ts";
import { versionOf } from "../../read/version_of.ts";
import { versionEntryOf } from "../../read/list_versions.ts";
import { sourceHref } from "../address/links.ts";
import { viewOf } from "../frame/view.ts";
import { FilePage } from "./file_page.tsx";
import { FilesPage } from "./files_page.tsx";
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
