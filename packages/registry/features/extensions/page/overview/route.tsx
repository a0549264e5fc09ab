import { parseContents } from "@svc/core/descriptor";
import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Rendered } from "../../../../access/page/html_response.ts";
import type { Visit } from "../../../../access/page/visit.ts";
import { versionsOf } from "../../read/list_versions.ts";
import { pullsByWeek } from "../../pulls/by_week.ts";
import { offeredLines } from "../../../install/offer.ts";
import { versionBefore } from "../../read/version_before.ts";
import { scorecardOf } from "../../score/scorecard.ts";
import { viewOf } from "../frame/view.ts";
import { ExtensionPage } from "./page.tsx";

/** Versions beside the README. */
const SHOWN_VERSIONS = 5;

/** The first page of an extension. */
export async function showOverview(visit: Visit, visible: VisibleExtension): Promise<Rendered> {
  const { services, site, now } = visit;
  const [{ view, shown }, { versions, meta }, pulls] = await Promise.all([
    viewOf(visit, visible),
    versionsOf(services, visible.extension.id, { page: 1, perPage: SHOWN_VERSIONS }),
    pullsByWeek(services.db, visible.extension, now),
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
        versions={versions}
        versionTotal={meta.total}
      />
    ),
  };
}
