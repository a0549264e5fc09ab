import { SvcError } from "@svc/core/error";
import { isCalVer } from "@svc/core/calver";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { redirect } from "@svc/http/edge";
import { versionBefore } from "../../read/version_before.ts";
import { versionOf } from "../../read/version_of.ts";
import { versionEntryOf, versionsOf } from "../../read/list_versions.ts";
import { diffHref } from "../address/links.ts";
import { noSuchFile } from "../files/route.tsx";
import { viewOf } from "../frame/view.ts";
import { dependencyChanges, permissionChanges } from "../catalogue/changes.ts";
import { DiffPage } from "./page.tsx";

/** Versions that the form offers to compare with. */
const OFFERED_VERSIONS = 50;

/** GET …/{version}/diff: leads to the comparison with `?from=…`, or with the version before. */
export async function findDiff(
  { services, url }: Visit,
  visible: VisibleExtension,
  version: string,
): Promise<Response> {
  const { extension } = visible;
  const row = await versionOf(services.db, visible, version);
  const asked = url.searchParams.get("from");
  const from = asked !== null && isCalVer(asked) ? asked : await versionBefore(services.db, row);
  if (from !== undefined) return redirect(diffHref(extension.name, version, from));
  throw new SvcError("not_found", `${extension.name} has no version before ${version}`, {
    hint: "It is the first version. Read its files.",
  });
}

/** GET …/{version}/diff/{from} and below: what changed between two versions. */
export async function showDiff(
  visit: Visit,
  visible: VisibleExtension,
  { version, from, file }: { version: string; from: string; file: string | undefined },
): Promise<Rendered> {
  const { services, context } = visit;
  const asker = context.get("address");
  const [after, before] = await Promise.all([
    versionOf(services.db, visible, version),
    versionOf(services.db, visible, from),
  ]);
  if (file !== undefined) {
    const lists = await Promise.all(
      [after, before].map(({ checksum }) => services.sources.list(checksum, asker)),
    );
    if (lists.every((files) => files.every(({ path }) => path !== file))) {
      throw noSuchFile(`${visible.extension.name} ${version}`);
    }
  }
  const [{ view }, { versions }, comparison] = await Promise.all([
    viewOf(visit, visible),
    versionsOf(services, visible.extension.id, { page: 1, perPage: OFFERED_VERSIONS }),
    services.sources.compare(after.checksum, before.checksum, file, asker),
  ]);
  return {
    page: (
      <DiffPage
        view={view}
        entry={versionEntryOf(after)}
        from={from}
        file={file}
        versions={versions}
        permissions={permissionChanges(before, after)}
        dependencies={dependencyChanges(before, after)}
        comparison={comparison}
      />
    ),
  };
}
