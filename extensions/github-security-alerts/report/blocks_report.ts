import type { AlertsDocument } from "../../platform/alerts/document.ts";
import { requestedRepositories } from "../../platform/alerts/repositories.ts";
import { fullName } from "../../platform/repository_name.ts";
import { messagesOf, type RepositoryDocuments } from "../messages/messages.ts";
import type { Payload } from "../messages/block.ts";
import { type BrokenDocument, storedAlerts, type StoredData } from "./stored_alerts.ts";
import { type NotCovered, tables } from "./tables.ts";

/** What the report uses of its context. */
export interface BlocksContext {
  globalArgs: { org?: unknown };
  methodArgs: { repos?: unknown };
  dataRepository: StoredData;
}

/** What the report says: tables to read, and messages to send. */
export interface BlocksResult {
  markdown: string;
  json: {
    /** ISO 8601. */
    generatedAt: string;
    messages: { repo: string; payload: Payload }[];
    quietRepos: string[];
    notCovered: NotCovered[];
    broken: BrokenDocument[];
  };
}

/**
 * Makes the report from stored data alone: of the organisation of the behavior it is made for, and of
 * the repositories the method was asked for, where there are such.
 */
export async function blocksReport(context: BlocksContext): Promise<BlocksResult> {
  const { documents, broken } = await storedAlerts(context.dataRepository);
  const repositories = byRepository(documents.filter(wanted(context)));
  const { payloads, quietRepos } = messagesOf(repositories);
  const notCovered = documents.filter(wanted(context)).flatMap((document) =>
    document.available === true
      ? []
      : [{ repo: document.repo, scanner: document.scanner, reason: document.reason ?? "error" }]
  );
  return {
    markdown: tables({ repositories, notCovered, broken }),
    json: {
      generatedAt: new Date().toISOString(),
      messages: payloads.map(({ repo, payload }) => ({ repo, payload })),
      quietRepos,
      notCovered,
      broken,
    },
  };
}

function wanted({ globalArgs, methodArgs }: BlocksContext): (document: AlertsDocument) => boolean {
  const org = typeof globalArgs.org === "string" ? globalArgs.org.toLowerCase() : undefined;
  const repos = org === undefined ? undefined : askedFor(methodArgs.repos, org);
  return ({ repo }) => {
    const name = repo.toLowerCase();
    return repos?.has(name) ?? (org === undefined || name.startsWith(`${org}/`));
  };
}

/** The repositories of the method's arguments; undefined when it has none that can be read. */
function askedFor(repos: unknown, org: string): Set<string> | undefined {
  if (!Array.isArray(repos)) return undefined;
  try {
    return new Set(requestedRepositories(repos, org).map((name) => fullName(name).toLowerCase()));
  } catch {
    return undefined;
  }
}

function byRepository(documents: readonly AlertsDocument[]): RepositoryDocuments[] {
  const groups = Map.groupBy(documents, ({ repo }) => repo.toLowerCase());
  return [...groups.values()]
    .map((group) => ({ repo: group[0]!.repo, documents: group }))
    .toSorted((one, other) => one.repo.toLowerCase() < other.repo.toLowerCase() ? -1 : 1);
}
