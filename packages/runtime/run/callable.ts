import { SvcError } from "@svc/core/error";
import type { ResolvedType } from "../types/resolved.ts";

/** What decides whether one type may run another. */
type Party = Pick<
  ResolvedType,
  "type" | "origin" | "extension" | "permissions" | "dependencies"
>;

/**
 * Whether a method may run methods of another type (extension format reference §3.2): one of its own
 * extension, of its own collective, or of an extension that its manifest lists under `dependencies`.
 * The other one runs with its own grants, so that this is more than a matter of order: sources of this
 * repository do not belong to a collective that they name, and a shell command is run only for those
 * who were granted `sh` themselves.
 *
 * @throws SvcError `permission_denied` saying what would allow it.
 */
export function assertMayRun(caller: Party, target: Party): void {
  const { normalized } = target.type;
  const refused = (hint: string) =>
    new SvcError(
      "permission_denied",
      `runModel: ${caller.type.normalized} may not run ${normalized}. ${hint}`,
    );
  if (target.origin === "builtin") {
    const own = caller.permissions.run ?? [];
    const needed = target.permissions.run ?? [];
    if (caller.origin === "builtin" || needed.every((program) => own.includes(program))) return;
    throw refused(`It needs the permission to run ${needed.join(", ")} itself`);
  }
  const sameOrigin = caller.origin === target.origin;
  if (sameOrigin && caller.extension === target.extension) return;
  if (sameOrigin && collective(caller) !== undefined && collective(caller) === collective(target)) {
    return;
  }
  const { extension } = target;
  if (extension !== undefined && (caller.dependencies ?? []).includes(extension)) return;
  throw refused(
    extension === undefined
      ? "Only sources of this repository may"
      : `Its manifest must list ${extension} under dependencies`,
  );
}

function collective({ extension }: Party): string | undefined {
  return extension?.slice(0, extension.indexOf("/"));
}
