import { SvcError } from "../error/error.ts";

/** A behavior type's identifier, as given and as compared (spec §2.1). */
export interface TypeIdentifier {
  /** As provided, trimmed. */
  raw: string;
  /** Lower-cased and slash-delimited; a leading `@` is kept. */
  normalized: string;
}

/** The compared form of a type identifier: `AWS::EC2::VPC` → `aws/ec2/vpc`. May be empty. */
export function normalizeType(text: string): string {
  return text.trim().toLowerCase()
    .replaceAll(/::|\s+|\./g, "/")
    .replaceAll(/\/+/g, "/")
    .replace(/^\//, "").replace(/\/$/, "");
}

/**
 * Reads a type identifier.
 *
 * @throws SvcError `invalid_name` when nothing is left after normalising, or a segment escapes a path.
 */
export function parseType(text: string): TypeIdentifier {
  const normalized = normalizeType(text);
  if (normalized === "" || /[\\\0]/.test(normalized) || normalized.split("/").includes("@")) {
    throw new SvcError("invalid_name", `${JSON.stringify(text)} is not a behavior type`, {
      hint: "Write <group>/<name> or @<namespace>/<name>, for example @acme/repo-insight.",
    });
  }
  return { raw: text.trim(), normalized };
}

/** True when `type` belongs to `collective`: it begins with `@collective/`. */
export function isTypeOf(type: string, collective: string): boolean {
  return normalizeType(type).startsWith(`@${collective}/`);
}
