import * as z from "npm:zod@4.6.7";
import type { DataHandle, DataReader, MethodContext } from "../../platform/context.ts";
import { repositoryOrNamePattern } from "../../platform/repository_name.ts";

/** What the ledger's methods use of their context. */
export type LedgerContext = MethodContext<LedgerArguments> & DataReader & FileWriting;

/** Writing of file outputs. */
export interface FileWriting {
  /** Opens a file output, which is kept once all of it is written. */
  createFileWriter(
    specName: string,
    name: string,
    overrides?: { contentType?: string },
  ): Promise<FileWriter>;
}

/** A file output that is being written. */
export interface FileWriter {
  /** The whole content at once. */
  writeAll(content: Uint8Array): Promise<DataHandle>;
}

/** Schema of {@link LedgerArguments}. */
export const ledgerArguments = z.object({
  githubToken: z.string().min(1).meta({ sensitive: true }).optional().describe(
    "Token that can read the repository; needed by methods that call GitHub",
  ),
  owner: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/).optional().describe(
    "Owner of the repository",
  ),
  repo: z.string().regex(repositoryOrNamePattern).optional().describe(
    "Name of the repository, or owner/name",
  ),
  projectName: z.string().min(1).max(200).optional().describe(
    "Name of the project in reports (default: owner/repo)",
  ),
  knownForks: z.array(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}\/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/),
  ).max(100).default([]).describe(
    "Forks to read in addition to those that GitHub lists, as owner/name",
  ),
  includePrivateEvents: z.boolean().default(true).describe(
    "Show private events in reports",
  ),
  defaultBackfillWindowDays: z.number().int().min(1).max(3650).default(90).describe(
    "Days that a backfill or a list of issues looks back by default",
  ),
  staleInactivityDays: z.number().int().min(1).max(3650).default(15).describe(
    "Days without human activity after which something is stale",
  ),
  personalGithubHandles: z.array(z.string().min(1).max(100)).max(50).default([]).describe(
    "Your logins, whose duties the briefing shows",
  ),
});

/** Global arguments of the ledger, as the schema of the type gives them. */
export type LedgerArguments = z.infer<typeof ledgerArguments>;
