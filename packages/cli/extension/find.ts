import { SvcError } from "@svc/core/error";
import type { ExtensionInfo, LatestResponse } from "@svc/core/wire";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { extensionPath } from "./path.ts";

/** The extension of that name, or undefined when there is none the caller may see. */
export async function findExtension(
  caller: Caller,
  name: string,
): Promise<ExtensionInfo | undefined> {
  return await orUndefined(() => callJson<ExtensionInfo>(caller, { path: extensionPath(name) }));
}

/**
 * The extension of that name.
 *
 * @throws SvcError `not_found` when there is none the caller may see.
 */
export async function getExtension(caller: Caller, name: string): Promise<ExtensionInfo> {
  const found = await findExtension(caller, name);
  if (found) return found;
  const word = name.slice(name.indexOf("/") + 1).split("/")[0];
  throw new SvcError("not_found", `No extension ${name} on ${caller.serverUrl}`, {
    hint: caller.bearer
      ? `Try 'svc extension search ${word}'.`
      : `Try 'svc extension search ${word}'; a private one shows only after 'svc auth login'.`,
  });
}

/** What is newest in a channel, with the contents of that version; undefined when there is nothing. */
export async function findLatest(
  caller: Caller,
  name: string,
  channel?: string,
): Promise<LatestResponse | undefined> {
  const query = channel === undefined || channel === "stable" ? "" : `?channel=${channel}`;
  return await orUndefined(() =>
    callJson<LatestResponse>(caller, { path: `${extensionPath(name)}/latest${query}` })
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
