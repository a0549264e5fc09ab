import { SvcError } from "@svc/core/error";
import type { App } from "@svc/http/edge";
import type { Services } from "../../../access/services.ts";
import { sentByProxy } from "./sent_by_proxy.ts";
import { assertMayUpload, storeUpload } from "./store_upload.ts";
import type {} from "../record/tables.ts";
import type {} from "./signed_url.ts";

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
  app.get("/blobs/:checksum", async (context) => {
    await services.auth.limits.address(context.get("address"));
    services.urls.verify("download", context.req.url, services.now());
    const checksum = context.req.param("checksum");
    if (!await mayLeave(services, checksum)) throw noSuchArchive();
    const headers = {
      "content-type": "application/gzip",
      "content-disposition": "attachment",
      "cache-control": "private, max-age=3600, immutable",
      "content-security-policy": "sandbox; default-src 'none'",
      "etag": `"${checksum}"`,
    };
    const sent = await sentByProxy(services, context.req.raw, context.env?.remoteAddress, checksum);
    if (sent !== undefined) return new Response(null, { headers: { ...headers, ...sent } });
    const blob = await services.blobs.read(checksum);
    if (!blob) throw noSuchArchive();
    // A HEAD answer drops its body unread; the file would stay open.
    if (context.req.method === "HEAD") await blob.body.cancel();
    return new Response(context.req.method === "HEAD" ? null : blob.body, {
      headers: { ...headers, "content-length": String(blob.bytes) },
    });
  });
}

function noSuchArchive(): SvcError {
  return new SvcError("not_found", "There is no such archive");
}

/** True while a version names the archive that has not been taken down since its address was signed. */
async function mayLeave({ db }: Services, checksum: string): Promise<boolean> {
  const row = await db.selectFrom("extension_version as version")
    .innerJoin("extension", "extension.id", "version.extension_id")
    .select("version.id").where("version.checksum", "=", checksum)
    .where("version.taken_down_at", "is", null)
    .where("extension.taken_down_at", "is", null).limit(1).executeTakeFirst();
  return row !== undefined;
}
