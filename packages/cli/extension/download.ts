import { isSvcError, SvcError } from "@svc/core/error";
import { webAddress } from "../client/web_address.ts";
import { type Archive, readArchive } from "@svc/scorecard/archive";
import { checkSafety } from "@svc/scorecard/safety";
import { call, TIMEOUTS } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { ownHeadersFor } from "../client/own_headers.ts";
import { unreachable } from "../client/refusal.ts";
import type { Meter } from "../frame/progress.ts";
import { unsafe } from "./package.ts";
import { extensionPath } from "./path.ts";
import { type VersionFacts, versionFacts } from "./version_facts.ts";

/** An archive that passed every check. */
export interface Download extends Archive {
  /** True when the version was taken out of circulation; a lockfile may still restore it. */
  yanked: boolean;
  yankReason?: string;
  /** What the registry says of it. */
  facts: VersionFacts;
}

/**
 * Fetches one version and checks it before anything touches the disk: the archive's limits while it
 * arrives, the registry's checksum, the name and version inside, the safety rules.
 *
 * @param known what the registry said of the version, when it was asked already
 * @param meter told of the bytes as they arrive
 * @throws SvcError `not_found`, `checksum_mismatch`, `archive_invalid`, `archive_too_large`,
 *   `archive_unsafe`.
 */
export async function download(
  caller: Caller,
  name: string,
  version: string,
  { known, meter }: { known?: VersionFacts | undefined; meter?: Meter } = {},
): Promise<Download> {
  const path = extensionPath(name, version);
  const [facts, archive] = await Promise.all([
    known ?? versionFacts(caller, name, version),
    fetchArchive(caller, `${path}/download`, meter),
  ]);
  const promised = facts.checksum || "none";
  if (archive.checksum !== promised) {
    throw new SvcError(
      "checksum_mismatch",
      `${name} ${version} was downloaded with SHA-256 ${archive.checksum},  ` +
        `but the registry expects ${promised}`,
      { hint: "Pull it again; if it happens again, tell its owners: someone may have changed it." },
    );
  }
  const { manifest, files } = archive;
  if (manifest.name !== (facts.publishedAs ?? name) || manifest.version !== version) {
    throw new SvcError(
      "archive_invalid",
      `Asked for ${name} ${version}, got ${manifest.name} ${manifest.version}`,
      { hint: "Tell the registry's operator: its index and its archives do not match." },
    );
  }
  const { errors } = checkSafety(files, manifest);
  if (errors.length > 0) throw unsafe(name, errors);
  return {
    ...archive,
    facts,
    yanked: archive.yanked || facts.yanked,
    ...(facts.yankReason === undefined ? {} : { yankReason: facts.yankReason }),
  };
}

/** The registry redirects to where the bytes are; that address gets no credential of ours. */
async function fetchArchive(
  caller: Caller,
  path: string,
  meter: Meter | undefined,
): Promise<Omit<Download, "facts">> {
  const redirect = await call(caller, { path, accepts: [301, 302] });
  await redirect.body?.cancel();
  const location = redirect.headers.get("location");
  if (location === null) {
    throw new SvcError(
      "unavailable",
      `${caller.serverUrl} did not send an address for the archive`,
    );
  }
  const url = addressOf(location, caller.serverUrl + path);
  let response: Response;
  try {
    response = await fetch(url, {
      headers: ownHeadersFor(url, caller),
      signal: AbortSignal.timeout(TIMEOUTS.transfer),
    });
  } catch (error) {
    throw unreachable(url.origin, error, TIMEOUTS.transfer);
  }
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new SvcError("unavailable", `${url.origin} answered ${response.status} for the archive`, {
      hint: "Try again in a moment.",
    });
  }
  const yanked = redirect.headers.get("svc-yanked") === "true";
  try {
    const bytes = meter === undefined ? response.body : metered(response, response.body, meter);
    return { ...await readArchive(bytes), yanked };
  } catch (error) {
    if (isSvcError(error)) throw error;
    throw unreachable(url.origin, error, TIMEOUTS.transfer);
  }
}

/** The bytes of an answer, each told to a meter where the answer says how many there are. */
function metered(
  { headers }: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { all, more }: Meter,
): ReadableStream<Uint8Array> {
  const length = Number(headers.get("content-length") ?? "");
  if (!(Number.isSafeInteger(length) && length > 0) || headers.has("content-encoding")) return body;
  all(length, "bytes");
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, to) {
        more(chunk.byteLength);
        to.enqueue(chunk);
      },
    }),
  );
}

function addressOf(location: string, base: string): URL {
  const url = webAddress(location, base);
  if (url !== undefined) return url;
  throw new SvcError(
    "unavailable",
    `${new URL(base).origin} sent an invalid address for the archive`,
    {
      hint: "This does not look like a registry. Check the address.",
    },
  );
}
