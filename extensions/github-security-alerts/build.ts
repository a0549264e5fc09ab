import type { AlertsDocument } from "../platform/alerts/document.ts";
import { requestedRepositories } from "../platform/alerts/repositories.ts";
import type { MethodContext, MethodResult } from "../platform/context.ts";
import { messagesOf } from "./messages/messages.ts";
import { fullName } from "../platform/repository_name.ts";
import type { Payloads } from "./messages/payloads.ts";
import { coveredDocuments } from "./runs/coverage.ts";
import { type BuildArguments, readRuns } from "./runs/read_runs.ts";

/**
 * Writes one message for each repository with open alerts, after it made sure that all three scanners
 * have looked at every repository.
 *
 * @throws Error that names every gap, and then nothing is written.
 */
export async function build(
  args: BuildArguments,
  context: MethodContext<{ org: string }>,
): Promise<MethodResult> {
  const { org } = context.globalArgs;
  const repos = requestedRepositories(args.repos, org).map(fullName);
  const { runs, gaps } = await readRuns(args, context);
  const covered = coveredDocuments(runs, { org, repos });
  const missing = [...gaps, ...covered.gaps];
  if (missing.length > 0) {
    throw new Error(
      `The runs do not cover all of ${org}:\n${missing.map((gap) => `- ${gap}`).join("\n")}`,
    );
  }
  for (const { argument, repo } of covered.extra) {
    context.logger.info("{argument}: {repo} was not requested", { argument, repo });
  }
  const data: Payloads = {
    org,
    builtAt: new Date().toISOString(),
    ...messagesOf(covered.byRepo),
    unavailable: covered.byRepo.flatMap(({ documents }) => documents.flatMap(unavailableOf)),
  };
  return { dataHandles: [await context.writeResource("payloads", "payloads", data)] };
}

function unavailableOf(
  { repo, scanner, available, reason }: AlertsDocument,
): Payloads["unavailable"] {
  return available === false && reason !== null ? [{ repo, scanner, reason }] : [];
}
