import * as z from "npm:zod@4.6.7";
import { apiBaseUrl } from "../../platform/base_url.ts";
import { openClient } from "../../platform/client.ts";
import type { DataHandle } from "../../platform/context.ts";
import { fullName } from "../../platform/repository_name.ts";
import { httpTransport, onlyTo } from "../../platform/transport.ts";
import type { LedgerContext } from "../context/context.ts";
import { scenarioName } from "../naming/names.ts";
import type { RawGithubApiResponse, RecordedRun } from "../outputs/raw_github_api_response.ts";
import type { LedgerRun } from "../reading/run.ts";
import { readingOf } from "../reading/sources.ts";
import { recorder, type Recording } from "../recordings/recorder.ts";
import { scrubbing } from "../recordings/scrub.ts";
import { checkedArguments, repositoryAndToken, runInput } from "./input.ts";
import { EXTENSION } from "./sync_github.ts";
import { defineMethod } from "../../platform/method.ts";
import { SOURCE_METHODS } from "../outputs/raw_github_api_response.ts";

/**
 * Runs a sync method, writes nothing of what it reads, and keeps every answer it got. The recording's
 * own document is written first and last: until it says so, the recording is not complete.
 *
 * @throws PlatformFailure when the sync method fails; what it was answered stays, marked as not
 *   complete.
 */
export const fetchFromGithub = defineMethod({
  description: "Run a sync method and record GitHub's responses to ingest later",
  kind: "read",
  arguments: z.object({
    scenario: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/).describe(
      "Name of the recording: a-z, 0-9, hyphens and underscores, up to 64",
    ),
    sourceMethod: z.enum(SOURCE_METHODS).describe("The sync method to run"),
    methodArgs: z.record(z.string(), z.unknown()).default({}).describe("Its arguments"),
  }),
  async execute({ scenario, sourceMethod, methodArgs }, context: LedgerContext) {
    const { name, token } = repositoryAndToken(context.globalArgs);
    const args = checkedArguments(sourceMethod, methodArgs);
    const repo = fullName(name);
    const baseUrl = apiBaseUrl();
    const input = await runInput(context, name, sourceMethod);
    const recording: Recording = {
      name,
      repo,
      scenario,
      sourceMethod,
      fetchedAt: new Date().toISOString(),
    };
    const scrub = scrubbing(token);
    const keeper = recorder(recording, scrub, (items) => context.writeResources(items));
    const send = onlyTo(baseUrl, keeper.around(httpTransport));
    const client = openClient({ extension: EXTENSION, context, token }, baseUrl, send);
    const { signal, logger } = context;
    const run: LedgerRun = { client, name, repo, input, signal, logger };

    const writeHead = async (complete: boolean): Promise<DataHandle> => {
      const about: RecordedRun = {
        methodArgs,
        input: { ...input },
        baseUrl,
        responses: keeper.count(),
        complete,
      };
      return await context.writeResource(
        "rawGithubApiResponse",
        scenarioName(name, scenario),
        headOf(recording, about),
      );
    };
    await writeHead(false);
    try {
      for await (const _batch of readingOf(sourceMethod, run, args)) await keeper.flush();
    } finally {
      await keeper.flush();
    }
    const head = await writeHead(true);
    logger.info("{count} responses recorded", { count: keeper.count() });
    return { dataHandles: [...keeper.handles(), head] };
  },
});

function headOf(recording: Recording, run: RecordedRun): RawGithubApiResponse {
  const { repo, scenario, sourceMethod, fetchedAt } = recording;
  return { repo, scenario, sourceMethod, kind: "scenario", run, answer: null, fetchedAt };
}
