import { isRecord } from "../json/mod.ts";

/** Who signs versions, as it is pinned at first use: the jobs of one workflow, or a key (trust 3.6). */
export type Publisher = JobPublisher | KeyPublisher;

/** Jobs of a CI. The ids stay when a repository is renamed. */
export interface JobPublisher {
  /** Who vouches for the jobs. */
  issuer: string;
  repository: string | null;
  /** Null where the issuer names no ids: then the certificate's name is who it is. */
  repositoryId: string | null;
  ownerId: string | null;
  /** Path of the workflow in the repository. */
  workflow: string | null;
  /** The name in the certificate, where there are no ids. */
  identity: string | null;
}

export interface KeyPublisher {
  /** SHA-256 of the public key's SPKI. */
  key: string;
}

/** None has more than a line: what a lockfile says stands beside what a statement says. */
const isLine = (one: unknown) => typeof one === "string" && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(one);

/** Whether a value is a publisher as a lockfile and the person's configuration have it. */
export function isPublisher(value: unknown): value is Publisher {
  if (!isRecord(value)) return false;
  if ("key" in value) return isLine(value["key"]) && !("issuer" in value);
  const { issuer, repository, repositoryId, ownerId, workflow, identity } = value;
  const texts = [repository, repositoryId, ownerId, workflow, identity];
  return isLine(issuer) && texts.every((one) => one === null || isLine(one)) &&
    (typeof identity === "string" || typeof repositoryId === "string");
}

/**
 * Whether two publishers are one. `renamed`: the ids are the same, the repository has another name. A
 * missing one is another than any.
 */
export function comparePublishers(
  before: Publisher | undefined,
  now: Publisher | undefined,
): "same" | "renamed" | "changed" {
  if (before === undefined || now === undefined) return before === now ? "same" : "changed";
  if ("key" in before || "key" in now) {
    return "key" in before && "key" in now && before.key === now.key ? "same" : "changed";
  }
  const same = before.issuer === now.issuer && before.repositoryId === now.repositoryId &&
    before.ownerId === now.ownerId && before.workflow === now.workflow &&
    before.identity === now.identity;
  if (!same) return "changed";
  return before.repository === now.repository ? "same" : "renamed";
}

/** A publisher in lines that stand side by side with another's. */
export function publisherLines(publisher: Publisher | undefined): string[] {
  if (publisher === undefined) return ["nobody: published without a statement"];
  if ("key" in publisher) return [`key         ${publisher.key}`];
  const { issuer, repository, repositoryId, ownerId, workflow, identity } = publisher;
  const ids = [repositoryId && `id ${repositoryId}`, ownerId && `owner ${ownerId}`].filter(Boolean);
  return [
    `repository  ${repository ?? "not named"}${ids.length > 0 ? ` (${ids.join(", ")})` : ""}`,
    `workflow    ${workflow ?? "not named"}`,
    `issuer      ${issuer}`,
    ...(identity === null ? [] : [`identity    ${identity}`]),
  ];
}
