import type { Entry } from "./list.ts";
import { svc } from "./svc.ts";

/** What became of one step with one extension, in a few words for its line. */
interface Step {
  ok: boolean;
  text: string;
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

/** Publishes an extension, unless these very bytes are published. */
export async function publishOne({ folder }: Entry): Promise<Step> {
  const { ok, value, problem } = await svc(["extension", "push", folder, "--yes"]);
  if (!ok) return { ok, text: problem };
  return { ok, text: value.alreadyPublished ? "was published already" : "published" };
}
