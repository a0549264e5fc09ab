import type { VisibleExtension } from "../../../../access/extension/visible.ts";
import type { Visit } from "../../../../access/page/visit.ts";
import { versionOf } from "../../read/version_of.ts";
import { noSuchFile } from "./route.tsx";

/**
 * GET …/{version}/raw/…: a file's bytes, as plain text whatever they are: nothing in them may act on
 * this site.
 */
export async function showRaw(
  { services, context }: Visit,
  visible: VisibleExtension,
  { version, file }: { version: string; file: string },
): Promise<Response> {
  const { extension, collective } = visible;
  const row = await versionOf(services.db, visible, version);
  const asker = context.get("address");
  const files = await services.sources.list(row.checksum, asker);
  const bytes = files.some(({ path }) => path === file)
    ? await services.sources.bytes(row.checksum, file, asker)
    : undefined;
  if (bytes === undefined) throw noSuchFile(`${extension.name} ${version}`);
  const binary = bytes.includes(0);
  const name = encodeURIComponent(file.slice(file.lastIndexOf("/") + 1));
  return new Response(bytes, {
    headers: {
      "content-type": binary ? "application/octet-stream" : "text/plain; charset=utf-8",
      "content-disposition": `${binary ? "attachment" : "inline"}; filename*=UTF-8''${name}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": collective.private ? "private, no-cache" : "public, max-age=300",
      vary: "cookie",
    },
  });
}
