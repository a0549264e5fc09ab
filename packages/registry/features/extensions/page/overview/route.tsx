import { parseContents } from "@svc/core/descriptor";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered, Visit } from "../../../../access/page/visit.ts";
import { versionsOf } from "../../read/list_versions.ts";
import { pullsByWeek } from "../../pulls/by_week.ts";
import { offeredLines } from "../../../install/offer.ts";
import { versionBefore } from "../../read/version_before.ts";
import { scorecardOf } from "../../score/scorecard.ts";
import { publisherView, selectPublishers } from "../../../publishers/view.ts";
import { viewOf } from "../frame/view.ts";
import { ExtensionPage } from "./page.tsx";

/** Versions beside the README. */
const SHOWN_VERSIONS = 5;

/** The first page of an extension. */
export async function showOverview(visit: Visit, visible: VisibleExtension): Promise<Rendered> {
  const { services, site, now } = visit;
  const { extension, collective, role } = visible;
  const [{ view, shown }, { versions, meta }, pulls, publishers] = await Promise.all([
    viewOf(visit, visible),
    versionsOf(services, visible.extension.id, { page: 1, perPage: SHOWN_VERSIONS }),
    pullsByWeek(services.db, extension, now),
    // As `publishers.list`, for members.
    role === undefined ? [] : selectPublishers(services.db, collective.id)
      .where("extension_name", "=", extension.name).where("disabled_at", "is", null).execute(),
  ]);
  return {
    page: (
      <ExtensionPage
        view={view}
        scorecard={shown && scorecardOf(services.config, visible.extension, shown)}
        contents={shown && parseContents(shown.descriptor, visible.extension.name)}
        readme={shown?.readme
          ? await site.prose.of(shown.readme, { idPrefix: "readme-", headingShift: 1 })
          : undefined}
        lines={offeredLines(services)}
        publishedAt={shown?.published_at}
        shown={shown?.version}
        before={shown && await versionBefore(services.db, shown)}
        pulls={pulls}
        publishers={publishers.map(publisherView)}
        versions={versions}
        versionTotal={meta.total}
      />
    ),
  };
}
