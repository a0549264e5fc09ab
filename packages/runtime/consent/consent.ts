import { isRecord, isTexts, parsedJson } from "@svc/core/json";
import { kindsOf, PERMISSION_KINDS, type Permissions } from "@svc/core/permission";
import { isPermissionRequest, type PermissionRequest } from "./request.ts";

/**
 * What a person agreed to run in one repository. For a pulled extension it names the exact content:
 * whatever else is in the repository does not run. For sources of the repository's own it names
 * what they may do, so that editing them needs no new consent until they ask for more.
 */
export interface Consent {
  origin: "pulled" | "local";
  extension: string;
  /** Version at the time. */
  version: string;
  /** Real path of the repository at the time, for people. */
  repository: string;
  /** What it may do. */
  permissions: Permissions;
  /**
   * The lines that the person was asked about, granted or not: a placeholder stands with the host it
   * meant then. What stands here is not asked again.
   */
  shown: string[];
  /** What it asked for then; absent for local sources, and in consents of older releases. */
  requested?: PermissionRequest;
  /** What they granted by themselves, as `<kind>:<entry>`, with the lines of what it meant then. */
  given?: Record<string, string[]>;
  /** Who agreed: the user of the machine; absent in consents of older releases. */
  by?: string;
  /** ISO 8601, UTC. */
  grantedAt: string;
  /** What was pulled; absent for sources of the repository's own. */
  content?: ConsentedContent;
}

/** The content a consent is for. Every digest is a SHA-256 in hexadecimal. */
export interface ConsentedContent {
  /** Of the archive. */
  checksum: string;
  /** Registry it came from; another one's extension of that name is another extension. */
  serverUrl?: string;
  /** Of each bundle, by file name. */
  bundles: Record<string, string>;
  /**
   * Of each record: by normalized type, `report:<name>`, `graft:<type>:<extension>:<number>`,
   * `vault:<type>` or `datastore:<type>`.
   */
  types: Record<string, string>;
  /** Of its `additionalFiles`, see `treeDigest`. */
  files: string;
}

/** Reads a stored consent; undefined for anything that svc did not write: it then grants nothing. */
export function parseConsent(text: string): Consent | undefined {
  const value = parsedJson(text);
  if (!isRecord(value)) return undefined;
  const { origin, extension, version, repository, grantedAt, content, shown, given } = value;
  const texts = [extension, version, repository, grantedAt];
  if (!texts.every((one) => typeof one === "string")) return undefined;
  if (!isTexts(shown)) return undefined;
  if (value["by"] !== undefined && typeof value["by"] !== "string") return undefined;
  if (given !== undefined && !(isRecord(given) && Object.values(given).every(isTexts))) {
    return undefined;
  }
  if (value["requested"] !== undefined && !isPermissionRequest(value["requested"])) {
    return undefined;
  }
  // One that a later release granted is of a kind that cannot be enforced here: they are asked again.
  if (!isPermissions(value["permissions"])) return undefined;
  if (kindsOf(value["permissions"]).some((kind) => !PERMISSION_KINDS.includes(kind))) {
    return undefined;
  }
  if (origin === "pulled" ? !isContent(content) : origin !== "local") return undefined;
  return value as unknown as Consent;
}

/** True for lists of entries by kind, be it one that this release does not know. */
export function isPermissions(value: unknown): value is Permissions {
  return isRecord(value) && Object.values(value).every(isTexts);
}

function isContent(value: unknown): boolean {
  return isRecord(value) && typeof value["checksum"] === "string" &&
    typeof value["files"] === "string" && isRecord(value["bundles"]) && isRecord(value["types"]);
}
