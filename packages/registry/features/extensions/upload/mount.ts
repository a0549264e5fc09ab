import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { App } from "../../../platform/http/environment.ts";
import type { Services } from "../../../access/services.ts";
import { SHRINK, storeUpload } from "./store_upload.ts";
import type {} from "./signed_url.ts";

/**
 * Mounts the addresses archives go to and come from. They carry their own authorisation, as an
 * object store's do, so the policy table has no row for them.
 */
export function mountUploads(app: App, services: Services): void {
  app.put("/uploads/:id", async (context) => {
    services.auth.limits.address(context.get("address"));
    await services.urls.verify("upload", context.req.url, services.now());
    if (Number(context.req.header("content-length") ?? 0) > LIMITS.archive.packedBytes) {
      throw new SvcError(
        "archive_too_large",
        `The archive has more than ${LIMITS.archive.packedBytes} packed bytes`,
        { hint: SHRINK },
      );
    }
    const stored = await storeUpload(services, context.req.param("id"), context.req.raw.body);
    return context.json(stored);
  });
  app.get("/blobs/:checksum", async (context) => {
    services.auth.limits.address(context.get("address"));
    await services.urls.verify("download", context.req.url, services.now());
    const checksum = context.req.param("checksum");
    const blob = await services.blobs.read(checksum);
    if (!blob) throw new SvcError("not_found", "There is no such archive");
    // A HEAD answer drops its body unread; the file would stay open.
    if (context.req.method === "HEAD") await blob.body.cancel();
    return new Response(context.req.method === "HEAD" ? null : blob.body, {
      headers: {
        "content-type": "application/gzip",
        "content-length": String(blob.bytes),
        "content-disposition": "attachment",
        "cache-control": "private, max-age=3600, immutable",
        "content-security-policy": "sandbox; default-src 'none'",
        "etag": `"${checksum}"`,
      },
    });
  });
}
