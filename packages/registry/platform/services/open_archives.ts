import type { Config } from "../config/config.ts";
import type { DataFolder } from "../config/data_folder.ts";
import type { Log } from "@svc/http/log";
import { folderBlobs, folderUploads } from "../store/blobs/mod.ts";
import { openS3 } from "../store/blobs/s3/mod.ts";
import type { Store } from "./platform.ts";

/** Opens what keeps archives: the bucket of the settings, else the data folder. No request is made yet. */
export function openArchives(
  { bucket, blobsProxy }: Pick<Config, "bucket" | "blobsProxy">,
  folder: DataFolder,
  log?: Log,
): Pick<Store, "blobs" | "uploads"> {
  if (bucket === undefined) {
    return { blobs: folderBlobs(folder.blobs), uploads: folderUploads(folder.uploads) };
  }
  return openS3({ target: bucket, proxied: blobsProxy, scratch: folder.uploads, log });
}
