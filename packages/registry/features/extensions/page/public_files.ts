import type { VisibleExtension } from "../../../access/extension/visible.ts";
import type { Visit } from "../../../access/page/visit.ts";
import { readCurrentVersion } from "../read/info.ts";
import { findReadable } from "../read/readable.ts";
import { versionsOf } from "../read/list_versions.ts";
import { scorecardOf } from "../score/scorecard.ts";
import { scoreBadge } from "./badge/badge.ts";
import { versionFeed } from "./feed/atom.ts";

/** Versions in the feed. */
const FED_VERSIONS = 20;

/** GET …/badge.svg: the grade as a picture. Badges stand on other sites: only what anybody may see. */
export async function showBadge({ services }: Visit, name: string): Promise<Response> {
  const { extension } = await findReadable(services.db, { kind: "anonymous" }, name);
  const shown = await readCurrentVersion(services, extension);
  const svg = scoreBadge(shown ? scorecardOf(services.config, extension, shown) : null);
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "public, max-age=300",
      "content-security-policy": "default-src 'none'",
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

/** GET …/versions.atom: the newest versions as a feed. */
export async function showFeed(
  { services }: Visit,
  { extension, collective }: VisibleExtension,
): Promise<Response> {
  const { versions } = await versionsOf(services, extension.id, {
    page: 1,
    perPage: FED_VERSIONS,
  });
  const xml = versionFeed({
    name: extension.name,
    baseUrl: services.config.baseUrl,
    updatedAt: extension.updated_at,
    versions: versions.filter((entry) => entry.yankedAt === null),
  });
  return new Response(xml, {
    headers: {
      "content-type": "application/atom+xml; charset=utf-8",
      "cache-control": collective.private ? "private, no-cache" : "public, max-age=300",
      vary: "cookie",
    },
  });
}
