import { SvcError } from "@svc/core/error";
import type { App } from "@svc/http/edge";
import { findAsset } from "./asset.ts";

const YEAR = "public, max-age=31536000, immutable";

/** Serves the static assets under addresses that change with their bytes. */
export function mountAssets(app: App): void {
  app.get("/assets/:digest/:name", (context) => {
    const asset = findAsset(context.req.param("name"));
    if (asset === undefined) {
      throw new SvcError("not_found", "Asset not found", { hint: "Load the page again." });
    }
    const etag = `"${asset.digest}"`;
    const headers = {
      etag,
      "content-type": asset.mediaType,
      // An old address answers with the new bytes, which must not be kept under it.
      "cache-control": context.req.param("digest") === asset.digest ? YEAR : "no-cache",
    };
    if (context.req.header("if-none-match") === etag) return context.body(null, 304, headers);
    return context.body(asset.bytes, 200, headers);
  });
}
