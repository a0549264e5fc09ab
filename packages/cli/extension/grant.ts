import { SvcError } from "@svc/core/error";
import type { InstallPlan } from "@svc/runtime/installed";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";

/** What granting needs of a command's context. */
export type Granting = Pick<Context, "json" | "host" | "note">;

/**
 * Shows what an extension asks for beyond what the person granted it in this repository before, and
 * has it granted: by them, or by `yes`.
 *
 * @param from the registry, when it is not the one they are logged in to
 * @returns what is granted: every line the plan asks for
 * @throws SvcError `permissions_not_granted` when this is no terminal to ask at; `cancelled` on a no.
 */
export async function grant(
  context: Granting,
  plan: Pick<InstallPlan, "name" | "version" | "known" | "permissions" | "added">,
  { yes, from }: { yes: boolean; from?: string | undefined },
): Promise<readonly string[]> {
  const { name, version, permissions } = plan;
  const what = `${name} ${version}${from === undefined ? "" : ` from ${from}`}`;
  if (plan.added.length === 0) {
    if (!plan.known) context.note(`${what} asks for no permissions.`);
    return permissions;
  }
  const news = plan.known ? "now also asks for" : "asks for";
  const lines = plan.added.map((line) => `  ${line}`);
  if (!yes && !canAsk(context)) {
    throw new SvcError(
      "permissions_not_granted",
      [`${what} ${news} permissions:`, ...lines].join("\n"),
      { hint: "Add --yes to grant them, or do it on a terminal to be asked." },
    );
  }
  context.note([`${what} ${news}:`, ...lines].join("\n"));
  if (!yes) await confirm(context, "Grant these permissions when its methods run?");
  return permissions;
}
