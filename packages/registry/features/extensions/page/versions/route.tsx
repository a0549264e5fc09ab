import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { versionsOf } from "../../read/list_versions.ts";
import { pageNumber } from "../address/page_number.ts";
import { viewOf } from "../frame/view.ts";
import { VersionsPage } from "./page.tsx";

const PER_PAGE = 50;

/** GET …/versions: all versions of an extension. */
export async function showVersions(visit: Visit, visible: VisibleExtension): Promise<Rendered> {
  const page = pageNumber(visit.url);
  const [{ view }, { versions, meta }] = await Promise.all([
    viewOf(visit, visible),
    versionsOf(visit.services, visible.extension.id, { page, perPage: PER_PAGE }),
  ]);
  return {
    page: (
      <VersionsPage
        view={view}
        versions={versions}
        meta={meta}
      />
    ),
  };
}
