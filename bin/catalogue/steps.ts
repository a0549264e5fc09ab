import type { Entry } from "./list.ts";
import { svc } from "./svc.ts";

/** The outcome of one step with one extension. */
export interface Step {
  ok: boolean;
  /** A few words for its line; empty when there was nothing to do. */
  text: string;
}

/**
 * Takes each extension through the steps, up to the first that fails, and tells each on a line that
 * is written at once: a server's log goes to the same place.
 *
 * @param prefix stands in front of each line
 * @returns how many failed
 */
export async function takeSteps(
  entries: readonly Entry[],
  steps: readonly ((entry: Entry) => Promise<Step>)[],
  say: (text: string) => void,
  prefix = "",
): Promise<number> {
  let failed = 0;
  for (const [index, entry] of entries.entries()) {
    const done: string[] = [];
    for (const step of steps) {
      const { ok, text } = await step(entry);
      if (text !== "") done.push(text);
      if (ok) continue;
      failed += 1;
      break;
    }
    const place = `${index + 1}/${entries.length}`;
    say(`${prefix}${place} ${entry.name} ${entry.version}: ${done.join(", ")}\n`);
  }
  return failed;
}

/** Scores an extension on this machine: it must earn every point that can be earned here. */
export async function scoreOne({ folder }: Entry): Promise<Step> {
  const { value, problem } = await svc(["extension", "quality", folder]);
  const { earnedPoints, maxPoints } = value;
  if (typeof earnedPoints !== "number") return { ok: false, text: problem };
  const ok = earnedPoints === maxPoints;
  const text = `score ${earnedPoints}/${maxPoints}`;
  return { ok, text: ok ? text : `${text}; run 'svc extension quality ${folder}' for the reasons` };
}

/** Publishes an extension; one that is published with the same bytes stays as it is. */
export async function publishOne({ folder }: Entry): Promise<Step> {
  const { ok, value, problem } = await svc(["extension", "push", folder, "--yes", "--no-check"]);
  if (!ok) return { ok, text: problem };
  return { ok, text: value.alreadyPublished ? "was published already" : "published" };
}
