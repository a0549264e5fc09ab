import { parseContents } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { offeredLines } from "../../../install/offer.ts";
import { versionEntryOf } from "../../read/list_versions.ts";
import { versionOf } from "../../read/version_of.ts";
import { firstRows } from "../catalogue/first_rows.ts";
import { viewOf } from "../frame/view.ts";
import { TypePage } from "./page.tsx";

/** What an address asks for. */
interface Asked {
  /** Undefined for the version that the extension is judged by. */
  version: string | undefined;
  type: string;
}

/** GET …/types/@collective/name: one behavior type, as a version describes it. */
export async function showType(
  visit: Visit,
  visible: VisibleExtension,
  { version, type }: Asked,
): Promise<Rendered> {
  const { services } = visit;
  const { name } = visible.extension;
  const [{ view, shown }, asked] = await Promise.all([
    viewOf(visit, visible),
    version === undefined ? undefined : versionOf(services.db, visible, version),
  ]);
  const row = asked ?? shown;
  const contents = row && parseContents(row.descriptor, name);
  const model = contents?.models.find((one) => normalizeType(one.type) === normalizeType(type));
  if (row === undefined || contents === undefined || model === undefined) {
    throw new SvcError("not_found", `${name} has no behavior type of that name`, {
      hint: `Its types are listed at /extensions/${name}.`,
    });
  }
  const alone = firstRows({
    ...contents,
    models: [model],
    ...{ reports: [], extensions: [], vaults: [], datastores: [], workflows: [], drivers: [] },
    ...{ skills: [], unread: [] },
  });
  return {
    page: (
      <TypePage
        view={view}
        entry={versionEntryOf(row)}
        model={alone.contents.models[0]!}
        hidden={alone.hidden}
        described={contents.described}
        lines={offeredLines(services)}
        id={crypto.randomUUID()}
      />
    ),
  };
}
