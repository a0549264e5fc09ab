import { type CodeHost, SCANNED_ORG, SCANNED_TOKEN, startClean } from "@svc/fakes/codehost";
import type { AlertsDocument, RunDocument } from "../platform/alerts/document.ts";
import { runAll } from "./run.ts";

/** What a scanner's `list` wrote. */
export interface Scan<Document = AlertsDocument> {
  /** The `alerts` documents, in the order written. */
  documents: Document[];
  /** Names of all that was written, in that order. */
  names: string[];
  run: RunDocument | undefined;
  error: Error | undefined;
}

/** Runs `list` of a scanner's type against a host, in its security manager's name. */
export async function scan(
  model: Parameters<typeof runAll>[0],
  host: CodeHost,
  repos: readonly string[],
  options: Parameters<typeof runAll>[3] & { token?: string } = {},
): Promise<Scan> {
  const { token = SCANNED_TOKEN, ...rest } = options;
  const { written, error } = await runAll(model, "list", { repos }, {
    globalArgs: { org: SCANNED_ORG, token },
    env: { GITHUB_API_URL: host.url },
    ...rest,
  });
  const documents = written.filter(({ spec }) => spec === "alerts").map(({ data }) => data);
  return {
    documents: documents as unknown as AlertsDocument[],
    names: written.map(({ name }) => name),
    run: written.find(({ spec }) => spec === "run")?.data as unknown as RunDocument | undefined,
    error,
  };
}

/** Runs a test against a host whose organisation has these repositories, all clean at first. */
export function onRepositories(
  names: readonly string[],
  body: (host: CodeHost) => Promise<void>,
): () => Promise<void> {
  return async () => {
    await using host = await startClean(names.map((name) => ({ name })));
    await body(host);
  };
}

/**
 * Paths of the requests a host received, without the query. The page that tells whether the address is
 * an API's at all, asked for once after a 404, is left out.
 */
export function askedPaths(host: CodeHost): string[] {
  return host.received.map(({ path }) => path.split("?")[0]!).filter((path) => path !== "/meta");
}
