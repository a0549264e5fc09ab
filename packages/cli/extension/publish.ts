import { SvcError } from "@svc/core/error";
import type { Manifest } from "@svc/core/manifest";
import type { ConfirmResponse, ProvenanceKind, PushRequest } from "@svc/core/wire";
import { callJson, TIMEOUTS } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { ownHeadersFor } from "../client/own_headers.ts";
import { proxyRefusal } from "../client/proxy.ts";
import { readRefusal } from "../client/refusal_body.ts";
import { unreachable } from "../client/refusal.ts";
import { webAddress } from "../client/web_address.ts";
import type { Progress } from "../frame/progress.ts";
import type { Package } from "./package.ts";

/** What the announcement and the confirmation of a push say (reference wire 1.3). */
export function announcementOf(
  manifest: Manifest,
  channel: string | undefined,
  releaseNotes: string | undefined,
): PushRequest {
  const notes = releaseNotes ?? manifest.releaseNotes;
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description ?? "",
    dependencies: manifest.dependencies,
    platforms: manifest.platforms,
    labels: manifest.labels,
    ...(manifest.repository ? { repository: manifest.repository } : {}),
    ...(notes ? { releaseNotes: notes } : {}),
    ...(manifest.binaries.length > 0 ? { binaries: manifest.binaries } : {}),
    ...(channel === "beta" || channel === "rc" ? { channel } : {}),
  };
}

/** A signed statement of where a version comes from. */
export interface SignedProvenance {
  kind: ProvenanceKind;
  /**
   * The text of the bundle, asked for when the archive is uploaded.
   *
   * @param isPrivate what the registry says of who may see the version; anything but false may be private
   */
  bundle(isPrivate: unknown, signal: AbortSignal | undefined): Promise<string>;
}

/** How a version is published or staged. */
export interface Publishing {
  progress: Pick<Progress, "phase">;
  /** Ends it where it is. */
  signal?: AbortSignal | undefined;
  /** Goes with the last step. */
  provenance?: SignedProvenance | undefined;
}

/**
 * Announces, uploads and confirms. Nothing is published before the confirmation, and repeating the
 * whole with the same bytes is safe.
 *
 * @throws SvcError the registry's refusal; `version_exists` when another push of the version was faster;
 *   `server_unreachable`, `timeout`, `cancelled`.
 */
export async function publish(
  caller: Caller,
  { bytes, archive }: Package,
  announcement: PushRequest,
  { progress, signal, provenance }: Publishing,
): Promise<ConfirmResponse> {
  const body = {
    ...announcement,
    checksum: archive.checksum,
    ...(provenance && { provenance: provenance.kind }),
  };
  const announced = await progress.phase("Announcing", () => announce(caller, body, signal));
  await progress.phase(
    `Uploading ${bytes.length} bytes`,
    () => upload(caller, announced.uploadUrl, bytes, signal),
  );
  const bundle = await provenance?.bundle(announced.isPrivate, signal);
  const published = await progress.phase("Publishing and scoring", () =>
    callJson(caller, {
      method: "POST",
      path: "/api/v1/extensions/confirm",
      body: { ...announcement, ...(bundle && { provenance: bundle }) },
      apiKeyHeader: true,
      timeoutMs: TIMEOUTS.transfer,
      signal,
    }, (wire) => wire.ConfirmResponse));
  // The registry takes the newest upload of the version that came with the same key.
  if (published.checksum !== archive.checksum) {
    throw new SvcError(
      "version_exists",
      `${published.name} ${published.version} was published with another archive, pushed at the same time`,
      { hint: "Another job with the same key pushed it. Push yours as another version." },
    );
  }
  return published;
}

/** Announces a version; answers the address to upload to and more, whatever the registry sent. */
export async function announce(
  caller: Caller,
  body: PushRequest,
  signal: AbortSignal | undefined,
): Promise<{ uploadUrl?: unknown; isPrivate?: unknown }> {
  return await callJson(caller, {
    method: "POST",
    path: "/api/v1/extensions/push",
    body,
    apiKeyHeader: true,
    signal,
  }, (_, z) => z.object({ uploadUrl: z.unknown(), isPrivate: z.unknown().optional() }));
}

/** The address authorises itself: no credential of ours goes with it. */
export async function upload(
  caller: Caller,
  said: unknown,
  bytes: Uint8Array<ArrayBuffer>,
  interrupted: AbortSignal | undefined,
): Promise<void> {
  const { serverUrl } = caller;
  const url = webAddress(said, `${serverUrl}/`);
  if (url === undefined) {
    throw new SvcError("unavailable", `${serverUrl} sent an invalid address for the upload`, {
      hint: "This does not look like a registry. Check the address. Nothing was published.",
    });
  }
  const late = AbortSignal.timeout(TIMEOUTS.transfer);
  let response: Response;
  try {
    response = await fetch(url, {
      method: "PUT",
      headers: { ...ownHeadersFor(url, caller), "content-type": "application/gzip" },
      body: bytes,
      redirect: "error",
      signal: interrupted ? AbortSignal.any([late, interrupted]) : late,
    });
  } catch (error) {
    throw unreachable(url.origin, error, TIMEOUTS.transfer);
  }
  if (response.ok) {
    await response.body?.cancel();
    return;
  }
  throw await uploadRefused(response, bytes.length);
}

async function uploadRefused(response: Response, sentBytes: number): Promise<SvcError> {
  const { said, hint, foreign, code = "unavailable" } = await readRefusal(response);
  const { status } = response;
  if (foreign || said === undefined) return proxyRefusal(response, sentBytes);
  return new SvcError(code, `The upload was refused with ${status}: ${said}`, {
    hint: hint ?? "Push again; nothing was published.",
    status,
  });
}
