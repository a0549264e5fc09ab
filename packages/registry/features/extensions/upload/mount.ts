import { SvcError } from "@svc/core/error";
import { type App, methodNotAllowed } from "@svc/http/edge";
import { ARCHIVE, sendCached } from "../../../access/response_cache/mod.ts";
import type { Services } from "../../../access/services.ts";
import { assertMayUpload, storeUpload } from "./store_upload.ts";
import type {} from "./signed_url.ts";
import { isTrustedProxy } from "@svc/http/input";

const BLOBS = "/blobs/:checksum";

/**
 * Mounts the addresses archives go to and come from. They carry their own authorisation, as an
 * object store's do, so the policy table has no row for them.
 */
export function mountUploads(app: App, services: Services): void {
  app.put("/uploads/:id", async (context) => {
    await services.auth.limits.address(context.get("address"));
    services.urls.verify("upload", context.req.url, services.now());
    assertMayUpload(Number(context.req.header("content-length") ?? 0));
    const stored = await storeUpload(services, context.req.param("id"), context.req.raw.body);
    return context.json(stored);
  });
  app.get(BLOBS, async (context) => {
    await services.auth.limits.address(context.get("address"));
    const request = context.req.raw;
    const expires = services.urls.verify("download", request.url, services.now());
    const checksum = context.req.param("checksum");
    const { remoteAddress } = context.env ?? {};
    const make = () => archive(services, request, checksum, remoteAddress);
    const kept = await sendCached(services, {
      policy: ARCHIVE,
      key: { text: `archive ${checksum}`, free: true },
      expires,
      route: BLOBS,
      request,
      // Who has the address is asked for nothing else, so everybody is a stranger.
      principal: { kind: "anonymous" },
    }, make);
    const response = kept ?? (await make()).response;
    if (request.method !== "HEAD") return response;
    // A HEAD answer drops its body unread; the file would stay open.
    await response.body?.cancel();
    return new Response(null, response);
  });
  app.all("/uploads/:id", ({ req }) => methodNotAllowed(req.method, ["PUT"]));
  app.all(BLOBS, ({ req }) => methodNotAllowed(req.method, ["GET", "HEAD"]));
}

/** An archive as everybody gets it who has its address, and the extensions it is of. */
async function archive(
  services: Services,
  request: Request,
  checksum: string,
  connection: string | undefined,
) {
  const names = await extensionsOf(services, checksum);
  if (names.length === 0) throw noSuchArchive();
  const headers = {
    "content-type": "application/gzip",
    "content-disposition": "attachment",
    "cache-control": "private, max-age=3600, immutable",
    "content-security-policy": "sandbox; default-src 'none'",
    "etag": `"${checksum}"`,
  };
  const sent = await sentByProxy(services, request, connection, checksum);
  if (sent !== undefined) {
    return { names, response: new Response(null, { headers: { ...headers, ...sent } }) };
  }
  const blob = await services.blobs.read(checksum);
  if (!blob) throw noSuchArchive();
  const length = { "content-length": String(blob.bytes) };
  return { names, response: new Response(blob.body, { headers: { ...headers, ...length } }) };
}

function noSuchArchive(): SvcError {
  return new SvcError("not_found", "There is no such archive");
}

/** The extensions with a version that names the archive and has not been taken down. */
async function extensionsOf({ db }: Services, checksum: string): Promise<string[]> {
  const rows = await db.selectFrom("extension_version as version")
    .innerJoin("extension", "extension.id", "version.extension_id")
    .select("extension.name").distinct().where("version.checksum", "=", checksum)
    .where("version.taken_down_at", "is", null)
    .where("extension.taken_down_at", "is", null).execute();
  return rows.map(({ name }) => name);
}

/**
 * The headers by which the proxy in front sends an archive in place of this server, as nginx does.
 * Undefined, so that this server sends it, unless the setting asks for it, the connection is a
 * trusted proxy's, and that proxy has said of this request that it will: anybody else would get an
 * empty answer.
 *
 * @throws SvcError `unavailable` for a damaged archive
 */
async function sentByProxy(
  { config, blobs }: Pick<Services, "config" | "blobs">,
  { headers }: Request,
  connection: string | undefined,
  checksum: string,
): Promise<Record<string, string> | undefined> {
  if (config.blobsAccel === "") return undefined;
  if (headers.get("x-sendfile-type")?.toLowerCase() !== "x-accel-redirect") return undefined;
  if (!isTrustedProxy(connection, config.trustedProxies)) return undefined;
  const place = await blobs.handOver(checksum);
  if (place === undefined) return undefined;
  return { "x-accel-redirect": `${config.blobsAccel}/${place}`, "content-length": "0" };
}
