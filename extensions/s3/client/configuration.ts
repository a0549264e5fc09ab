import * as z from "npm:zod@4.6.7";
import { isLoopback } from "../../platform/loopback.ts";
import { StoreFailure } from "./failure.ts";

/** The configuration of a datastore of this type. Credentials are no part of it. */
export const Configuration = z.strictObject({
  endpoint: z.string().describe(
    "URL of the store, for example https://s3.eu-central-1.amazonaws.com",
  ),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/).describe("Name of the bucket"),
  region: z.string().regex(/^[a-z0-9-]{1,40}$/).optional().describe(
    "Region for signing requests (default: us-east-1)",
  ),
  prefix: z.string().regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}\/?){0,8}$/).optional().describe(
    "Folder in the bucket, for example team-a/svc (default: the whole bucket)",
  ),
  addressing: z.enum(["path", "virtual"]).optional().describe(
    "path (default): https://HOST/BUCKET/KEY. virtual: the endpoint names the bucket",
  ),
});

/** Where the objects of a datastore lie. */
export interface Target {
  /** Origin without a slash at the end. */
  origin: string;
  /** Path of the bucket: `/` or `/BUCKET/`. */
  path: string;
  region: string;
  /** Starts every key: empty, or ends with `/`. */
  prefix: string;
  /** For people: `s3://BUCKET/PREFIX at HOST`. */
  shown: string;
}

/**
 * The place that a configuration names.
 *
 * @throws StoreFailure `configuration` that names the field
 */
export function readConfiguration(given: unknown): Target {
  const parsed = Configuration.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") || "the configuration";
    throw new StoreFailure("configuration", `${field}: ${issue?.message ?? "not valid"}`);
  }
  const { bucket, region = "us-east-1", addressing = "path", prefix: folder = "" } = parsed.data;
  const url = readEndpoint(parsed.data.endpoint);
  if (addressing === "virtual" && !url.hostname.startsWith(`${bucket}.`)) {
    throw new StoreFailure(
      "configuration",
      `with addressing 'virtual' the endpoint names the bucket: ${url.protocol}//${bucket}.${url.host}`,
    );
  }
  const prefix = folder === "" ? "" : folder.replace(/\/?$/, "/");
  return {
    origin: url.origin,
    path: addressing === "virtual" ? "/" : `/${bucket}/`,
    region,
    prefix,
    shown: `s3://${bucket}/${prefix} at ${url.host}`,
  };
}

/** @throws StoreFailure `configuration`; the address is not shown, since a password may be in it */
function readEndpoint(text: string): URL {
  const refuse = (why: string) => new StoreFailure("configuration", `endpoint: ${why}`);
  if (!URL.canParse(text)) throw refuse("it is not a URL; it starts with https://");
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw refuse("it contains a user name or password; put credentials in the environment");
  }
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw refuse("it has a path after the host; use 'bucket' and 'prefix' instead");
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw refuse("it must start with https://; http:// is only for this machine");
  }
  return url;
}
