import { SvcError } from "@svc/core/error";
import type { InstallPlan } from "@svc/runtime/installed";
import type { Archive } from "@svc/scorecard/archive";
import { contentsOf } from "@svc/scorecard/contents";
import { canAsk, confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";

/** What this needs of a command's context. */
export type Carrying = Pick<Context, "json" | "host" | "note">;

/**
 * Says which parts of an extension svc stores without running them, and has its skills agreed to: a
 * coding agent follows what they say. They are asked for again when the extension has changed.
 *
 * @throws SvcError `permissions_not_granted` for skills when this is not a terminal to ask at; `cancelled`
 *   on a no.
 */
export async function agreeToCarried(
  context: Carrying,
  archive: Pick<Archive, "manifest" | "files" | "descriptor" | "checksum">,
  plan: Pick<InstallPlan, "name" | "version" | "previous" | "skills"> & { known: boolean },
  { yes }: { yes: boolean },
): Promise<void> {
  const { workflows, drivers } = archive.manifest;
  const stored = [count(workflows, "workflow"), count(drivers, "driver")].filter((text) => text);
  const what = `${plan.name} ${plan.version}`;
  if (stored.length > 0) {
    context.note(`${what} holds ${stored.join(" and ")}, which svc stores but does not run.`);
  }
  const agreed = plan.known && plan.previous?.checksum === archive.checksum;
  if (plan.skills.length === 0 || agreed) return;
  const lines = [
    `${what} brings skills, which coding agents in this repository will follow:`,
    ...contentsOf(archive).skills.map(({ dirName, description }) => `  ${dirName}  ${description}`),
    `They go to ${plan.skills.join(", ")}.`,
  ];
  if (!yes && !canAsk(context)) {
    throw new SvcError("permissions_not_granted", lines.join("\n"), {
      hint: "Add --yes to agree, or do it on a terminal to be asked.",
    });
  }
  context.note(lines.join("\n"));
  if (!yes) await confirm(context, "Put these skills where coding agents find them?");
}

function count(list: readonly unknown[], noun: string): string {
  return list.length === 0 ? "" : `${list.length} ${noun}${list.length === 1 ? "" : "s"}`;
}
