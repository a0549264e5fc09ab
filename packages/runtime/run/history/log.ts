import type { RunLog } from "@svc/core/answer";
import { SvcError } from "@svc/core/error";
import { tryFindDefinition } from "../../repository/definitions/find.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { findRun, recordFiles } from "./runs.ts";

/** Bytes of a log that are read: its end. */
const LONGEST = 16 * 1024 * 1024;

/**
 * The log of a run: by its id, or the newest of a behavior, also while it goes on.
 *
 * @param tail only this many of its last lines
 * @throws SvcError `run_not_found`, `invalid_argument`.
 */
export async function readLog(
  repository: Repository,
  wanted: string,
  tail?: number,
): Promise<RunLog> {
  const path = await logOf(repository, wanted);
  const text = await endOf(ownPath(repository.root, path));
  if (text === undefined) {
    throw new SvcError("run_not_found", `The log of this run is missing: ${path}`);
  }
  const all = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const lines = tail === undefined ? all : all.slice(Math.max(all.length - tail, 0));
  return { path, lines, lineCount: lines.length };
}

async function logOf(repository: Repository, wanted: string): Promise<string> {
  const found = await tryFindDefinition(repository, wanted);
  const [newest] = found === undefined
    ? []
    : await recordFiles(repository, found.definition.id, ".log");
  return newest === undefined ? (await findRun(repository, wanted)).logFile : `${newest.base}.log`;
}

async function endOf(path: string): Promise<string | undefined> {
  // A pipe in its place would keep whoever opens it waiting.
  const info = await lstatIfPresent(path);
  if (!info?.isFile) return undefined;
  using file = await Deno.open(path);
  const skipped = Math.max(info.size - LONGEST, 0);
  if (skipped > 0) await file.seek(skipped, Deno.SeekMode.Start);
  const text = await new Response(file.readable).text();
  return skipped > 0 ? text.slice(text.indexOf("\n") + 1) : text;
}
