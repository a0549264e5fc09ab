import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { versionsOf } from "../../read/list_versions.ts";
import { pageNumber } from "../address/page_number.ts";
import { type ExtensionView, viewOf } from "../frame/view.ts";
import type { PageMeta, VersionEntry } from "@svc/core/wire";
import { Pagination } from "../../../../platform/web/components/pagination.tsx";
import { When } from "../../../../platform/web/components/when.tsx";
import { diffHref, extensionHref, sourceHref, versionHref } from "../address/links.ts";
import { LinkedText } from "../components/linked_text.tsx";
import { sizeText } from "../components/size.ts";
import { VersionChips } from "../components/version_chips.tsx";
import { ExtensionShell } from "../frame/shell.tsx";

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

interface VersionsPageProps {
  view: ExtensionView;
  versions: VersionEntry[];
  meta: PageMeta;
}

/** Every version with its channel, date and size, why it was yanked, and the ways to its sources. */
export function VersionsPage({ view, versions, meta }: VersionsPageProps) {
  const { info, now } = view;
  return (
    <ExtensionShell view={view} tab="versions" title="Versions">
      <div class="title-row">
        <h2>{meta.total === 1 ? "1 version" : `${meta.total} versions`}</h2>
        <a href={`/extensions/${info.name}/versions.atom`}>Feed</a>
      </div>
      {versions.length === 0 ? <p class="quiet">This page is past the end.</p> : null}
      <ol class="rows sheet" reversed>
        {versions.map((entry, index) => (
          <li>
            <div class="row-text">
              <p class="version-line">
                <a class="version-name" href={versionHref(info.name, entry.version)}>
                  {entry.version}
                </a>
                <VersionChips entry={entry} latest={info.latestVersion} />
              </p>
              <p class="quiet">
                <When at={entry.publishedAt} now={now} />, {sizeText(entry.archiveSize)}
              </p>
              {entry.yankedAt && (
                <p class="yank-reason">
                  {entry.restriction ? null : "Yanked: "}
                  <bdi>
                    <LinkedText text={entry.yankReason ?? "no reason given"} />
                  </bdi>
                </p>
              )}
            </div>
            <VersionLinks
              name={info.name}
              version={entry.version}
              first={meta.page * meta.perPage >= meta.total &&
                versions.slice(index + 1).every(({ restriction }) => restriction)}
            />
          </li>
        ))}
      </ol>
      <Pagination
        meta={meta}
        href={(page) => `${extensionHref(info.name, "versions")}?page=${page}`}
      />
    </ExtensionShell>
  );
}

function VersionLinks({ name, version, first }: {
  name: string;
  version: string;
  /** True of the version that there is nothing before to compare with. */
  first: boolean;
}) {
  return (
    <p class="row-links">
      <a href={sourceHref(name, version)}>
        Files <span class="visually-hidden">of {version}</span>
      </a>
      {first ? null : (
        <a href={diffHref(name, version)}>
          Changes <span class="visually-hidden">in {version}</span>
        </a>
      )}
    </p>
  );
}
