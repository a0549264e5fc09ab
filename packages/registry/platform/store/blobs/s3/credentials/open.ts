import type { Log } from "@svc/http/log";
import { fetchCredentials } from "./fetch.ts";
import { type Credentials, heldCredentials } from "./held.ts";
import type { S3Credentials, S3Source } from "./source.ts";

/** What a target is signed for with. */
interface Signed {
  credentials: S3Credentials | { source: S3Source };
  region: string;
}

/** What signs requests to a target: its key, or what its source gives out. Nothing is fetched yet. */
export function openCredentials(
  { credentials, region }: Signed,
  { now, log }: { now(): Date; log?: Log | undefined },
): Credentials {
  if (!("source" in credentials)) return () => Promise.resolve(credentials);
  const { source } = credentials;
  return heldCredentials({ source, fetch: () => fetchCredentials(source, region), now, log });
}
