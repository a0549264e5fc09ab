import { parseContents } from "@svc/core/descriptor";
import { readManifest } from "@svc/core/manifest";
import { placeholderSources } from "@svc/core/permission";
import { readTrust } from "@svc/scorecard/audit";
import type { VersionRow } from "../../record/tables.ts";
import { type PermissionSentence, permissionSentences } from "./permission_sentence.ts";

/** What is there now and was not before, and the other way round. */
export interface Changes<Item> {
  added: Item[];
  removed: Item[];
}

/**
 * The permissions that two versions do not share. One that has come to mean more is another one.
 *
 * @param before undefined before a first version
 */
export function permissionChanges(
  before: Pick<VersionRow, "manifest" | "descriptor"> | undefined,
  after: Pick<VersionRow, "manifest" | "descriptor">,
): Changes<PermissionSentence> {
  const [old, now] = [before === undefined ? [] : sentencesOf(before), sentencesOf(after)];
  return { added: beyond(now, old), removed: beyond(old, now) };
}

function sentencesOf(
  { manifest, descriptor }: Pick<VersionRow, "manifest" | "descriptor">,
): PermissionSentence[] {
  const contents = parseContents(descriptor, readManifest(manifest).name);
  return permissionSentences(contents.permissions, placeholderSources(contents));
}

/** The sentences of `some`, without the grants that `others` have as well. */
function beyond(
  some: readonly PermissionSentence[],
  others: readonly PermissionSentence[],
): PermissionSentence[] {
  return some.map((sentence) => {
    const known = others.find(({ kind }) => kind === sentence.kind)?.grants ?? [];
    return { ...sentence, grants: sentence.grants.filter((grant) => !known.includes(grant)) };
  }).filter(({ grants }) => grants.length > 0);
}

/** The extensions and packages that two versions do not share, each with its version. */
export function dependencyChanges(
  before: Pick<VersionRow, "manifest" | "trust"> | undefined,
  after: Pick<VersionRow, "manifest" | "trust">,
): Changes<string> {
  const [old, now] = [before === undefined ? [] : dependenciesOf(before), dependenciesOf(after)];
  return {
    added: now.filter((name) => !old.includes(name)),
    removed: old.filter((name) => !now.includes(name)),
  };
}

function dependenciesOf({ manifest, trust }: Pick<VersionRow, "manifest" | "trust">): string[] {
  const { audited } = readTrust(trust);
  return [
    ...readManifest(manifest).dependencies,
    ...audited.map(({ registry, name, version }) => `${registry}:${name}@${version}`),
  ];
}
