import { SvcError } from "@svc/core/error";
import type { ChecksumResponse } from "@svc/core/wire";
import { callObject } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { extensionPath } from "./path.ts";

/** What a registry says of one version before its bytes are taken. */
export interface VersionFacts {
  /** SHA-256 of the archive in hexadecimal; empty when the registry promises none. */
  checksum: string;
  channel: "beta" | "rc" | undefined;
  /** Undefined when the registry does not tell. */
  publishedAt: Date | undefined;
  yanked: boolean;
  yankReason: string | undefined;
  /** The name in its archive, where the extension was transferred since. */
  publishedAs: string | undefined;
  /** Whether there is a statement of where it came from; false for registries that know of none. */
  isSigned: boolean;
}

/**
 * What the registry says of a version.
 *
 * @throws SvcError `not_found` for one that it does not have.
 */
export async function versionFacts(
  caller: Caller,
  name: string,
  version: string,
): Promise<VersionFacts> {
  const path = `${extensionPath(name, version)}/checksum`;
  const told: Partial<Record<keyof ChecksumResponse, unknown>> = await callObject(caller, { path });
  const { checksum, channel, publishedAt, yankedAt, yankReason, publishedAs, provenance } = told;
  const published = typeof publishedAt === "string" ? new Date(publishedAt) : undefined;
  return {
    checksum: typeof checksum === "string" ? checksum.toLowerCase() : "",
    channel: channel === "beta" || channel === "rc" ? channel : undefined,
    publishedAt: published && !Number.isNaN(published.getTime()) ? published : undefined,
    yanked: typeof yankedAt === "string",
    yankReason: typeof yankReason === "string" ? yankReason : undefined,
    publishedAs: typeof publishedAs === "string" ? publishedAs : undefined,
    isSigned: typeof provenance === "object" && provenance !== null,
  };
}

/** The refusal to install a version that was taken out of circulation. */
export function yankedVersion(name: string, version: string, reason: string | undefined): SvcError {
  return new SvcError(
    "extension_yanked",
    `${name} ${version} was yanked: ${reason ?? "no reason given"}`,
    {
      hint: "Only a lockfile that names it installs it, with 'svc extension install'. " +
        `Others: svc extension versions ${name}`,
    },
  );
}
