import { isCalVer } from "@svc/core/calver";
import type { Job, RefRuleKind } from "./providers/mod.ts";

/** Which refs a run may be of. */
export interface RefRule {
  kind: RefRuleKind;
  /** The name of the branch or tag; of a tag, with `{version}` at most once. */
  name: string;
}

const VERSION = "{version}";

/** The rule of a text such as `protected` or `tag:v{version}`; undefined for one that is none. */
export function parseRefRule(text: string): RefRule | undefined {
  if (text === "any" || text === "protected") return { kind: text, name: "" };
  const [, kind, name] = /^(branch|tag):([^\s]{1,200})$/.exec(text) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const versions = name.split(VERSION).length - 1;
  if (versions > (kind === "tag" ? 1 : 0)) return undefined;
  return { kind: kind as "branch" | "tag", name };
}

/**
 * Whether a run's ref is one that the rule takes, compared whole.
 *
 * @returns false; or true with the one version that the tag names, where the rule asks for it
 */
export function takesRef(
  rule: RefRule | undefined,
  ref: Job["ref"],
): { version: string | null } | false {
  switch (rule?.kind) {
    case undefined:
      return false;
    case "any":
      return { version: null };
    case "protected":
      return ref?.isProtected === true && { version: null };
    case "branch":
      return ref?.kind === "branch" && ref.name === rule.name && { version: null };
    case "tag": {
      if (ref?.kind !== "tag") return false;
      const [before, after] = rule.name.split(VERSION);
      if (after === undefined) return ref.name === before && { version: null };
      const version = ref.name.slice(before!.length, ref.name.length - after.length);
      return ref.name === before + version + after && isCalVer(version) && { version };
    }
  }
}
