import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import { fullName } from "../../platform/repository_name.ts";
import type { LedgerContext } from "../context/context.ts";
import { documentName, ownRepository } from "../naming/names.ts";
import type { PrReport } from "../outputs/pr_report.ts";
import { gather } from "./gather.ts";
import { renderPr } from "./render.ts";
import { defineMethod } from "../../platform/method.ts";

/**
 * Makes a page of what is stored about a pull request and writes it as `prReport`. Pages with private
 * events have a name of their own, so that no version of a public page ever held them.
 *
 * @throws PlatformFailure `refused` without a repository or for a window that ends before it begins,
 *   `not_found` when the pull request is not stored.
 */
export const renderPrReport = defineMethod({
  description: "Create a page from the stored data of a pull request",
  kind: "action",
  arguments: z.object({
    prNumber: z.number().int().positive().describe("Number of the pull request"),
    includePrivate: z.boolean().optional().describe(
      "Show private events (default: as includePrivateEvents)",
    ),
    since: z.iso.datetime({ offset: true }).optional().describe(
      "Events: Since this time, ISO 8601",
    ),
    until: z.iso.datetime({ offset: true }).optional().describe("Events up to this time"),
  }),
  async execute(args, context: LedgerContext, now: Date = new Date()) {
    const { globalArgs, logger, writeResources } = context;
    const { prNumber, includePrivate = globalArgs.includePrivateEvents } = args;
    const repository = ownRepository(globalArgs);
    if (repository === null) {
      throw refusal(prNumber, "the behavior has no repository", "Set owner and repo");
    }
    const [since, until] = [instant(args.since), instant(args.until)];
    if (since !== null && until !== null && until < since) {
      throw refusal(prNumber, `until, ${until}, is before since, ${since}`, "Swap them");
    }
    const page = { repository, number: prNumber, includePrivate, since, until };
    const { facts, sources } = await gather(context, page);
    const data: PrReport = {
      repo: fullName(repository),
      number: prNumber,
      includePrivate,
      since,
      until,
      markdown: renderPr(facts),
      facts,
      sources,
      generatedAt: now.toISOString(),
    };
    const parts = includePrivate ? [String(prNumber), "private"] : [String(prNumber)];
    const name = documentName("prreport", repository, ...parts);
    const dataHandles = await writeResources([{ spec: "prReport", name, data }]);
    logger.info("{name} has {events} events, {privacy}", {
      name,
      events: facts.events.length,
      privacy: includePrivate ? "private ones included" : "public ones only",
    });
    return { dataHandles };
  },
});

/** In UTC, so that texts compare like times. */
function instant(time: string | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

function refusal(number: number, reason: string, hint: string): PlatformFailure {
  return new PlatformFailure("refused", { what: `the page about #${number}`, reason, hint });
}
