import type { DependencyTrust } from "@svc/core/wire";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { findDependents } from "../../dependents/find.ts";
import { pageNumber } from "../address/page_number.ts";
import { viewOf } from "../frame/view.ts";
import { DependenciesPage } from "./page.tsx";

const PER_PAGE = 50;

/** GET …/dependencies: what an extension depends on, and what depends on it. */
export async function showDependencies(
  visit: Visit,
  visible: VisibleExtension,
): Promise<Rendered> {
  const { services, principal, url } = visit;
  const page = pageNumber(url);
  const { name } = visible.extension;
  const [{ view, shown }, { dependents, total }] = await Promise.all([
    viewOf(visit, visible),
    findDependents(services.db, principal, name, { page, perPage: PER_PAGE }),
  ]);
  return {
    page: (
      <DependenciesPage
        view={view}
        trust={shown && JSON.parse(shown.trust) as DependencyTrust}
        dependents={dependents}
        meta={{ total, page, perPage: PER_PAGE }}
      />
    ),
  };
}
