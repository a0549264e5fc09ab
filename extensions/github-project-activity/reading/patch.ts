import { PlatformFailure } from "../../platform/failure.ts";
import { MOST_ARTIFACT_BYTES } from "../outputs/artifact_index.ts";
import { ask } from "./answer.ts";
import type { LedgerRun, Patch } from "./run.ts";

/** A pull request's diff; none when it is too large, which the log says. */
export async function readPatch(
  run: LedgerRun,
  number: number,
  headSha: string,
): Promise<Patch | undefined> {
  try {
    const content = await ask(`the diff of ${run.repo}#${number}`, () => fetchDiff(run, number));
    if (content.byteLength <= MOST_ARTIFACT_BYTES) return { number, headSha, content };
  } catch (error) {
    if (!(error instanceof PlatformFailure) || error.code !== "too_large") throw error;
  }
  run.logger.warn("the diff of #{number} is too large to keep: use git", { number });
  return undefined;
}

async function fetchDiff(
  { client, name }: LedgerRun,
  number: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    ...name,
    pull_number: number,
    headers: { accept: "application/vnd.github.diff" },
  });
  const diff: unknown = data;
  if (diff instanceof ArrayBuffer) return new Uint8Array(diff);
  if (typeof diff === "string") return new TextEncoder().encode(diff);
  throw new PlatformFailure("unavailable", { reason: "the answer is not a diff" });
}
