import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { type LocalHost, localHost, type LocalHostOptions } from "../local/mod.ts";
import { mcpServer } from "../protocol/server.ts";
import type { Repository } from "@svc/runtime/repository";

/** A client of a server in this process. */
export interface Connected extends AsyncDisposable {
  client: Client;
  host: LocalHost;
  /** What svc did wrong. */
  failures: unknown[];
}

/** Connects the official client to a repository, without a process between them. */
export async function connected(
  repository: Repository,
  options: Partial<LocalHostOptions> = {},
): Promise<Connected> {
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  const host = localHost(repository, { lockWaitMs: 0, failed, ...options });
  const server = mcpServer(host, { version: "1.2.3", tellsChanges: false });
  const client = new Client({ name: "test", version: "1" });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), client.connect(other)]);
  return {
    client,
    host,
    failures,
    async [Symbol.asyncDispose]() {
      await client.close();
      await host.runs[Symbol.asyncDispose]();
    },
  };
}
