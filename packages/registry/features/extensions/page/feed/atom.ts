import type { VersionEntry } from "@svc/core/wire";

interface FeedInput {
  name: string;
  baseUrl: string;
  updatedAt: string;
  /** Newest first. */
  versions: VersionEntry[];
}

/** An Atom feed (RFC 4287) of an extension's versions. */
export function versionFeed({ name, baseUrl, updatedAt, versions }: FeedInput): string {
  const page = escapeXml(`${baseUrl}/extensions/${name}`);
  const entries = versions.map(({ version, channel, publishedAt }) =>
    `<entry><id>${page}#${escapeXml(version)}</id><title>${escapeXml(version)}${
      channel === "stable" ? "" : ` (${channel})`
    }</title><link href="${page}/${escapeXml(version)}"/><updated>${publishedAt}</updated></entry>`
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">` +
    `<id>${page}/versions.atom</id><title>Versions of ${escapeXml(name)}</title>` +
    `<link rel="self" href="${page}/versions.atom"/><link rel="alternate" href="${page}"/>` +
    `<updated>${versions[0]?.publishedAt ?? updatedAt}</updated>` +
    `<author><name>${escapeXml(name.slice(0, name.indexOf("/")))}</name></author>` +
    `${entries.join("")}</feed>\n`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
