import { parseContents } from "@svc/core/descriptor";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { indexOf } from "../../../registry_log/registry_log.ts";
import { historyOf } from "../../provenance/history.ts";
import { publisherOf } from "../../read/publisher.ts";
import { versionBefore } from "../../read/version_before.ts";
import { versionOf } from "../../read/version_of.ts";
import { versionEntryOf } from "../../read/list_versions.ts";
import { scorecardOf } from "../../score/scorecard.ts";
import { permissionChanges } from "../catalogue/changes.ts";
import { viewOf } from "../frame/view.ts";
import { VersionPage } from "./page.tsx";

/** GET …/{version}: one version of an extension, yanked or not. */
export async function showVersion(
  visit: Visit,
  visible: VisibleExtension,
  version: string,
): Promise<Rendered> {
  const { services, site } = visit;
  const row = await versionOf(services.db, visible, version);
  const [{ view }, publisher, provenance, before, logIndex] = await Promise.all([
    viewOf(visit, visible),
    publisherOf(services.db, visible.extension, row),
    historyOf(services.db, row),
    versionBefore(services.db, row),
    services.registryLog &&
    indexOf(services.db, {
      extensionId: visible.extension.id,
      version,
      kind: "published",
    }),
  ]);
  const earlier = before && await versionOf(services.db, visible, before);
  return {
    page: (
      <VersionPage
        view={view}
        entry={versionEntryOf(row)}
        row={row}
        publisher={publisher}
        provenance={provenance}
        logIndex={logIndex ?? null}
        before={before}
        baseUrl={services.config.baseUrl}
        contents={parseContents(row.descriptor, visible.extension.name)}
        scorecard={scorecardOf(services.config, visible.extension, row)}
        releaseNotes={row.release_notes
          ? await site.prose.of(row.release_notes, { idPrefix: "notes-", headingShift: 2 })
          : undefined}
        readme={row.readme
          ? await site.prose.of(row.readme, { idPrefix: "readme-", headingShift: 3 })
          : undefined}
        permissionChanges={earlier ? permissionChanges(earlier, row) : undefined}
      />
    ),
  };
}
