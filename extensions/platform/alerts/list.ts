import { type Client, connect } from "../client.ts";
import type { DataHandle, MethodContext, MethodResult } from "../context.ts";
import { ask, type PlatformFailure } from "../failure.ts";
import { fanOut } from "../fan_out.ts";
import { instanceName } from "../names.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";
import type { Alert } from "./alert.ts";
import { alertsDocument, type Outcome } from "./compose.ts";
import type { AlertsDocument, RunDocument } from "./document.ts";
import { readRepository } from "./read_repository.ts";
import type { AlertReader } from "./reading.ts";
import { requestedRepositories } from "./repositories.ts";
import { SCANNER_FACTS } from "./scanner.ts";

/** Repositories asked at once. */
const CONCURRENCY = 4;

/** What the behavior of a scanner is made with. */
export interface ScannerArguments {
  org: string;
  token: string;
  baseUrl?: string | undefined;
}

/**
 * Writes the open alerts of each repository as `alerts`, then all of them as one `run`. A repository
 * that could not be read has its document, too, and fails the invocation after all was written.
 *
 * @throws Error before any request for what is not a repository; at the end one that names the
 *   repositories that could not be read.
 */
export async function listAlerts<A extends Alert>(
  repos: readonly string[],
  reader: AlertReader<A>,
  context: MethodContext<ScannerArguments>,
): Promise<MethodResult> {
  const { scanner } = reader;
  const { org, token, baseUrl } = context.globalArgs;
  const names = requestedRepositories(repos, org);
  const client = connect({ extension: `github-${scanner}`, context, token, baseUrl });

  const startedAt = new Date().toISOString();
  const documents = await readAll(names, reader, client, context);
  const run: RunDocument<A> = {
    scanner,
    org,
    requestedRepos: names.map(fullName),
    documents,
    startedAt,
    finishedAt: new Date().toISOString(),
    complete: documents.every(({ available }) => available !== null),
  };
  const dataHandles: DataHandle[] = [];
  for (const [index, document] of documents.entries()) {
    const name = instanceName("alerts", names[index]!);
    dataHandles.push(await context.writeResource("alerts", name, document));
  }
  dataHandles.push(await context.writeResource("run", "run", run));
  if (!run.complete) throw new Error(incompleteText(documents));
  return { dataHandles };
}

/** The documents, in the order asked for. */
async function readAll<A extends Alert>(
  names: readonly RepositoryName[],
  reader: AlertReader<A>,
  client: Client,
  { logger, signal }: MethodContext<ScannerArguments>,
): Promise<AlertsDocument<A>[]> {
  const results = await fanOut(names, { concurrency: CONCURRENCY, signal }, async (name) => {
    return await ask(
      `the ${SCANNER_FACTS[reader.scanner].title} alerts of ${fullName(name)}`,
      async () => {
        const document = await readRepository(client, reader, name);
        logger.info("{repo}: {result}", { repo: document.repo, result: resultText(document) });
        return document;
      },
    );
  });
  return results.map(({ item, value, failure }) =>
    value ?? alertsDocument<A>(reader.scanner, item, failed(failure!))
  );
}

/** The repository is named beside it, so that several may share a reason. */
function failed({ code, reason }: PlatformFailure): Outcome {
  return { available: null, reason: "error", error: { code, message: reason } };
}

/** Repositories that failed for the same reason are named together. */
function incompleteText(documents: readonly AlertsDocument[]): string {
  const missing = documents.filter(({ available }) => available === null);
  const reasons = Map.groupBy(missing, ({ error }) => error?.message ?? "");
  const lines = [...reasons].map(([message, all]) =>
    `${all.map(({ repo }) => repo).join(", ")}: ${message}`
  );
  const count = `${missing.length} of ${documents.length} repositories could not be read`;
  return `${count}:\n${lines.join("\n")}`;
}

function resultText({ available, reason, counts, truncated }: AlertsDocument): string {
  if (available !== true) return `${reason}`;
  return `${counts.total}${truncated ? " or more" : ""} open`;
}
