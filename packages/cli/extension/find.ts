import { SvcError } from "@svc/core/error";
import { keyKind } from "@svc/core/key";
import type { ExtensionInfo, LatestResponse, Scorecard, VersionsResponse } from "@svc/core/wire";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { extensionPath } from "./path.ts";

/** The extension of that name, or undefined when there is none the caller may see. */
export async function findExtension(
  caller: Caller,
  name: string,
): Promise<ExtensionInfo | undefined> {
  return await orUndefined(() =>
    callJson(caller, { path: extensionPath(name) }, ({ ExtensionInfo }) =>
      // Another registry may tell less of it; of what it tells, nothing may be of another kind.
      ExtensionInfo.partial().required({ name: true }) as unknown as typeof ExtensionInfo)
  );
}

/**
 * The extension of that name.
 *
 * @throws SvcError `not_found` when there is none the caller may see.
 */
export async function getExtension(caller: Caller, name: string): Promise<ExtensionInfo> {
  const found = await findExtension(caller, name);
  return found ?? noExtension(caller, name);
}

function noExtension(caller: Caller, name: string): never {
  const word = name.slice(name.indexOf("/") + 1).split("/")[0];
  throw new SvcError(
    "not_found",
    `Extension not found: No extension ${name} on ${caller.serverUrl}`,
    {
      hint: `Try 'svc extension search ${word}'${privateOnes(caller)}.`,
    },
  );
}

/** What the credential lacks to see private extensions; a personal key lacks nothing. */
function privateOnes({ bearer }: Caller): string {
  if (!bearer) return "; a private one shows only after 'svc auth login'";
  return keyKind(bearer) === "collective"
    ? "; a collective's token sees its private ones with the scope extensions:read"
    : "";
}

/** What is newest in a channel, with the contents of that version; undefined when there is nothing. */
export async function findLatest(
  caller: Caller,
  name: string,
  channel?: string,
): Promise<LatestResponse | undefined> {
  const query = channel === undefined || channel === "stable" ? "" : `?channel=${channel}`;
  return await orUndefined(() =>
    callJson(
      caller,
      { path: `${extensionPath(name)}/latest${query}` },
      (wire) => {
        const detail = wire.LatestResponse.shape.latestVersionDetail;
        const needed = { version: true, channel: true, checksum: true } as const;
        // A registry of an earlier release knows fewer kinds of contents.
        const latestVersionDetail = detail.partial().required(needed) as unknown as typeof detail;
        return wire.LatestResponse.extend({ latestVersionDetail });
      },
    )
  );
}

/**
 * A page of an extension's versions, newest first.
 *
 * @throws SvcError `not_found` when there is no such extension that the caller may see.
 */
export async function getVersions(
  caller: Caller,
  name: string,
  { channel, page, perPage }: { channel: readonly string[]; page: number; perPage: number },
): Promise<VersionsResponse> {
  const query = new URLSearchParams(channel.map((one) => ["channel", one]));
  query.set("page", String(page));
  query.set("perPage", String(perPage));
  const path = `${extensionPath(name)}/versions?${query}`;
  return await orUndefined(() => callJson(caller, { path }, (wire) => wire.VersionsResponse)) ??
    noExtension(caller, name);
}

/**
 * The scorecard of a version; of the one that the registry judges the extension by when none is named.
 *
 * @throws SvcError `not_found` for a version that is not there.
 */
export async function getScorecard(
  caller: Caller,
  name: string,
  version?: string,
): Promise<Scorecard> {
  const query = version === undefined ? "" : `?version=${encodeURIComponent(version)}`;
  return await callJson(
    caller,
    { path: `${extensionPath(name)}/scorecard${query}` },
    (wire) => wire.Scorecard,
  );
}

/** 404 and 410 mean there is nothing to see; everything else is a failure. */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SvcError && [404, 410].includes(error.status)) return undefined;
    throw error;
  }
}
