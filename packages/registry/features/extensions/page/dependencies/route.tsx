import type { DependencyTrust, PageMeta } from "@svc/core/wire";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { type Dependent, findDependents } from "../../dependents/find.ts";
import { pageNumber } from "../address/page_number.ts";
import { type ExtensionView, viewOf } from "../frame/view.ts";
import { Pagination } from "../../../../platform/web/components/pagination.tsx";
import { extensionHref } from "../address/links.ts";
import { plural } from "../catalogue/plural.ts";
import { ExtensionLink } from "../components/extension_link.tsx";
import { ExtensionShell } from "../frame/shell.tsx";
import { DependencyList } from "../score/dependency_list.tsx";
import { Section } from "../../../../platform/web/components/section.tsx";
import { Rows } from "../../../../platform/web/components/rows.tsx";

interface DependenciesPageProps {
  view: ExtensionView;
  /** The audit of its packages; absent before the first version. */
  trust: DependencyTrust | undefined;
  dependents: Dependent[];
  meta: PageMeta;
}

/** The extensions and packages that an extension needs, and the extensions that need it. */
export function DependenciesPage({ view, trust, dependents, meta }: DependenciesPageProps) {
  const { name, dependencies } = view.info;
  return (
    <ExtensionShell view={view} tab="dependencies" title="Dependencies">
      <Section id="extensions" title="Extensions it needs">
        <Rows
          rows={dependencies.map((reference) => (
            <li>
              <ExtensionLink reference={reference} />
            </li>
          ))}
          empty="None."
        />
      </Section>
      {trust === undefined ? null : (
        <Section id="packages" title="Packages it needs">
          <div class="sheet">
            <DependencyList trust={trust} />
          </div>
        </Section>
      )}
      <section aria-labelledby="dependents-title">
        <h2 id="dependents-title">
          {meta.total === 0
            ? "Extensions that need it"
            : `Needed by ${plural(meta.total, "extension")}`}
        </h2>
        {meta.total === 0 ? <p class="quiet">None.</p> : (
          <ul class="rows sheet">
            {dependents.map((dependent) => (
              <li>
                <p class="row-text">
                  <a class="version-name" href={extensionHref(dependent.name)}>{dependent.name}</a>
                  <br />
                  <span class="quiet">{dependent.description || "No description."}</span>
                </p>
              </li>
            ))}
          </ul>
        )}
        <Pagination
          meta={meta}
          href={(page) => `${extensionHref(name, "dependencies")}?page=${page}`}
        />
      </section>
    </ExtensionShell>
  );
}

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
