import type { Deprecation } from "./deprecation.ts";
import type { Entry } from "./list.ts";
import type { Step } from "./steps.ts";
import { type Answer, svc } from "./svc.ts";

/**
 * Deprecates a published extension that is listed as deprecated, in favour of its successor. One that
 * says the same already stays as it is; one that says something else is deprecated again.
 *
 * @param run runs the client
 */
export async function deprecateOne(
  { name, deprecation }: Pick<Entry, "name" | "deprecation">,
  run: (args: readonly string[]) => Promise<Answer> = svc,
): Promise<Step> {
  if (deprecation === null) return { ok: true, text: "" };
  const { reason, supersededBy } = deprecation;
  const successor = await run(["extension", "info", supersededBy]);
  if (!successor.ok) return failed(`its successor cannot be read: ${successor.problem}`);
  const now = await run(["extension", "info", name]);
  if (!now.ok) return failed(now.problem);
  if (isSame(now.value, deprecation)) return { ok: true, text: "was deprecated already" };
  if (typeof now.value.deprecatedAt === "string") {
    const lifted = await run(["extension", "undeprecate", name, "--yes"]);
    if (!lifted.ok) return failed(lifted.problem);
  }
  const options = ["--reason", reason, "--superseded-by", supersededBy, "--yes"];
  const done = await run(["extension", "deprecate", name, ...options]);
  return done.ok ? { ok: true, text: "deprecated" } : failed(done.problem);
}

function isSame(info: Answer["value"], { reason, supersededBy }: Deprecation): boolean {
  return typeof info.deprecatedAt === "string" && info.deprecationReason === reason &&
    info.supersededBy === supersededBy;
}

function failed(problem: string): Step {
  return { ok: false, text: `not deprecated: ${problem}` };
}
