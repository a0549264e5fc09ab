import { netPlaceholder, PERMISSION_KINDS } from "@svc/core/permission";
import type { PermissionKind, Permissions } from "@svc/core/permission";

/** A kind of permission in plain words, with the exact grants behind it. */
export interface PermissionSentence {
  kind: PermissionKind;
  /** Begins a sentence that the grants end: `Connect to`. */
  verb: string;
  grants: string[];
}

const VERBS: Readonly<Record<PermissionKind, string>> = {
  net: "Connect to",
  run: "Start the programs",
  env: "Read the environment variables",
  read: "Read these paths of your repository",
  write: "Write these paths of your repository",
  sys: "Learn about this machine",
  data: "Read the data of behaviors of these types",
};

/** What an extension asks for, one entry a kind; empty when it asks for nothing. */
export function permissionSentences(permissions: Permissions): PermissionSentence[] {
  return PERMISSION_KINDS.flatMap((kind) => {
    const grants = permissions[kind] ?? [];
    if (grants.length === 0) return [];
    return [{ kind, verb: VERBS[kind], grants: grants.map((grant) => grantText(kind, grant)) }];
  });
}

function grantText(kind: PermissionKind, grant: string): string {
  if (kind === "data") {
    if (grant === "*") return "every type";
    return grant.endsWith("/*") ? `every type below ${grant.slice(0, -2)}` : grant;
  }
  const placeholder = kind === "net" ? netPlaceholder(grant) : undefined;
  if (placeholder === undefined) return grant;
  return placeholder.source === "env"
    ? `the host in the variable ${placeholder.name}`
    : `the host in the argument ${placeholder.name}`;
}
