import type { VisibleExtension } from "../../../access/extension/visible.ts";
import type { Visit } from "../../../access/page/visit.ts";
import { readCurrentVersion } from "../read/info.ts";
import { findReadable } from "../read/readable.ts";
import { versionsOf } from "../read/list_versions.ts";
import { scorecardOf } from "../score/scorecard.ts";
import type { VersionEntry } from "@svc/core/wire";
import { escapeHtml } from "../../../platform/web/markdown/escape_html.ts";

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

interface FeedInput {
  name: string;
  baseUrl: string;
  updatedAt: string;
  /** Newest first. */
  versions: VersionEntry[];
}

/** An Atom feed (RFC 4287) of an extension's versions. */
export function versionFeed({ name, baseUrl, updatedAt, versions }: FeedInput): string {
  const page = escapeHtml(`${baseUrl}/extensions/${name}`);
  const entries = versions.map(({ version, channel, publishedAt }) =>
    `<entry><id>${page}#${escapeHtml(version)}</id><title>${escapeHtml(version)}${
      channel === "stable" ? "" : ` (${channel})`
    }</title><link href="${page}/${escapeHtml(version)}"/><updated>${publishedAt}</updated></entry>`
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">` +
    `<id>${page}/versions.atom</id><title>Versions of ${escapeHtml(name)}</title>` +
    `<link rel="self" href="${page}/versions.atom"/><link rel="alternate" href="${page}"/>` +
    `<updated>${versions[0]?.publishedAt ?? updatedAt}</updated>` +
    `<author><name>${escapeHtml(name.slice(0, name.indexOf("/")))}</name></author>` +
    `${entries.join("")}</feed>\n`;
}

const COLOURS: Readonly<Record<string, string>> = {
  A: "#0a6236",
  B: "#0a6236",
  C: "#6c5200",
  D: "#6c5200",
  F: "#a8201a",
};

/** A small SVG for READMEs elsewhere: `svc | A 100%`. */
export function scoreBadge(score: { percentage: number; grade: string } | null): string {
  const value = score === null ? "not scored" : `${score.grade} ${score.percentage}%`;
  const width = 14 + value.length * 7;
  const colour = score === null ? "#47525a" : COLOURS[score.grade] ?? "#47525a";
  const label = `svc score: ${value}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${34 + width}" height="20" role="img" ` +
    `aria-label="${label}"><title>${label}</title>` +
    `<rect width="34" height="20" fill="#ffcc00"/><rect x="34" width="${width}" height="20" fill="${colour}"/>` +
    `<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="11.500" font-weight="700" text-anchor="middle">` +
    `<text x="17" y="14" fill="#14181a">svc</text>` +
    `<text x="${34 + width / 2}" y="14" fill="#fff">${value}</text></g></svg>`;
}
