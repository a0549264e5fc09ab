import { SvcError } from "@svc/core/error";
import {
  isSameCollective,
  isSameRegistry,
  type ModuleOwner,
} from "../../consent/installed/owner.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";

/** What decides whether one type may run another. */
type Party =
  & Pick<ResolvedType, "type" | "origin" | "extension" | "permissions" | "dependencies">
  & ModuleOwner;

/**
 * Whether a method may run methods of another type (extension format reference §3.2): one of its own
 * extension, of its own collective, or of an extension that its manifest lists under `dependencies`, of
 * the same registry: another one may have others of these names. The other one runs with its own
 * grants, so that this is more than a matter of order: sources of this repository do not belong to a
 * collective that they name, and a shell command is run only for those who were granted `sh` themselves.
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
  const { extension } = target;
  if (caller.origin === target.origin && caller.extension === extension) return;
  if (isSameCollective(caller, target)) return;
  if (extension !== undefined && (caller.dependencies ?? []).includes(extension)) {
    if (caller.origin === "local" || isSameRegistry(caller, target)) return;
    throw refused(`Its manifest lists ${extension}, and the one here is from another registry`);
  }
  throw refused(
    extension === undefined
      ? "Only sources of this repository may"
      : `Its manifest must list ${extension} under dependencies`,
  );
}
