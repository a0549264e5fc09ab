import * as z from "npm:zod@4.6.7";
import { openClient } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { fullName } from "../../platform/repository_name.ts";
import { onlyTo } from "../../platform/transport.ts";
import type { LedgerContext } from "../context/context.ts";
import { type RunInput, runInputSchema } from "../reading/run.ts";
import { readingOf } from "../reading/sources.ts";
import { replaying } from "../recordings/replay.ts";
import { openRecording, readAnswer } from "../recordings/stored_recording.ts";
import { checkedArguments, repositoryOf } from "./input.ts";
import { EXTENSION } from "./sync_github.ts";
import { ledgerWriter, writeReading } from "./writing.ts";
import { defineMethod } from "../../platform/method.ts";

/**
 * Runs the sync method of a recording on what was recorded, and writes what it reads, as if it had
 * been run then. Nobody is asked.
 *
 * @throws PlatformFailure `not_found` or `refused` for a recording that cannot be replayed, and
 *   `refused` for a question that it has no answer to.
 */
export const ingestFetchedData = defineMethod({
  description: "Ingest what fetch_from_github recorded, without calling GitHub",
  kind: "action",
  arguments: z.object({
    scenario: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/).describe(
      "Name of the recording: a-z, 0-9, hyphens and underscores, up to 64",
    ),
    methodArgs: z.record(z.string(), z.unknown()).default({}).describe(
      "Arguments that replace those of the fetch",
    ),
  }),
  async execute({ scenario, methodArgs }, context: LedgerContext) {
    const name = repositoryOf(context.globalArgs);
    const repo = fullName(name);
    const recording = await openRecording(context, name, repo, scenario);
    const { sourceMethod } = recording.head;
    const { baseUrl, methodArgs: recorded } = recording.run;
    const args = checkedArguments(sourceMethod, { ...recorded, ...methodArgs });
    const input = inputOf(recording.run.input, scenario);
    const send = replaying(
      recording.answers,
      (sequence) => readAnswer(context, name, recording, sequence),
    );
    const client = openClient(
      { extension: EXTENSION, context, paced: false },
      baseUrl,
      onlyTo(baseUrl, send),
    );
    const { signal, logger } = context;
    const run = { client, name, repo, input, signal, logger };
    const writer = ledgerWriter(context, name);
    await writeReading(context, readingOf(sourceMethod, run, args), writer);
    return { dataHandles: writer.handles() };
  },
});

function inputOf(stored: Record<string, unknown>, scenario: string): RunInput {
  const { data } = runInputSchema.safeParse(stored);
  if (data !== undefined) return data;
  throw new PlatformFailure("refused", {
    what: `the recording '${scenario}'`,
    reason: "it is damaged, or of an earlier version of the extension",
    hint: "Run fetch_from_github again",
  });
}
