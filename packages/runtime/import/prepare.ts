import { copyFile, copySecret, copyVersion } from "./copy.ts";
import type { ImportPlan, LeftOut } from "./plan.ts";
import { inOrder, ORDER_FILE, orderText, windowsOf } from "../data/store/order.ts";

/** Copies everything into the staging folder; the plan that is returned lacks what could not be. */
export async function prepared(
  root: string,
  staging: string,
  plan: ImportPlan,
): Promise<ImportPlan> {
  await Deno.mkdir(staging);
  const leftOut = [...plan.leftOut];
  const copied = async <File extends { from: string; to: string }>(
    files: readonly File[],
    copy = copyFile,
  ) => {
    const kept: File[] = [];
    for (const file of files) {
      const refused = await copy(root, staging, file);
      if (refused === undefined) kept.push(file);
      else leftOut.push({ path: file.from, why: refused.why, fix: AGAIN });
    }
    return kept;
  };
  const behaviors = await copied(plan.behaviors);
  const vaults = await copied(plan.vaults);
  const secrets = await copied(plan.secrets, copySecret);
  const runs = await copied(plan.runs);
  const sources = await copied(plan.sources);
  const versions = await soundVersions(root, staging, plan, leftOut);
  return { ...plan, behaviors, vaults, secrets, runs, sources, versions, leftOut };
}

/** As {@linkcode prepared} without writing: the checksums are compared all the same. */
export async function checked(root: string, plan: ImportPlan): Promise<ImportPlan> {
  const leftOut = [...plan.leftOut];
  const versions = await soundVersions(root, undefined, plan, leftOut);
  return { ...plan, versions, leftOut };
}

/** Versions that are copied at once. */
const AT_ONCE = 32;

const AGAIN = "Put it back in the old folder, and import again.";

async function soundVersions(
  root: string,
  staging: string | undefined,
  { versions }: ImportPlan,
  leftOut: LeftOut[],
): Promise<ImportPlan["versions"]> {
  const kept: ImportPlan["versions"] = [];
  // A disk does many at once in little more time than one, and a folder may have thousands.
  for (let at = 0; at < versions.length; at += AT_ONCE) {
    const some = versions.slice(at, at + AT_ONCE);
    const refusals = await Promise.all(some.map((one) => copyVersion(root, staging, one)));
    for (const [index, version] of some.entries()) {
      const refused = refusals[index];
      if (refused === undefined) kept.push(version);
      else leftOut.push({ path: version.from, why: refused.why, fix: RESTORE });
    }
  }
  if (staging === undefined) return kept;
  const byItem = Map.groupBy(kept, ({ to }) => to.slice(0, to.lastIndexOf("/")));
  for (const [item, versions] of byItem) {
    const ordered = inOrder(versions.map(({ metadata }) => metadata));
    const windows = windowsOf(ordered);
    if (windows.length > 0) {
      await Deno.writeTextFile(`${staging}/${item}/${ORDER_FILE}`, orderText(windows));
    }
    await Deno.writeTextFile(`${staging}/${item}/latest`, `${ordered.at(-1)!.version}`);
  }
  return kept;
}

const RESTORE = "Restore it in the old folder from a copy, or do without it.";
