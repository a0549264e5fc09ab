import { lazily } from "@svc/core/module";
import type { Command } from "../frame/command.ts";
import type { CommandRow } from "./rows/row.ts";
import { AUTH_ROWS } from "./rows/auth.ts";
import { BEHAVIOR_ROWS } from "./rows/behavior.ts";
import { CLIENT_ROWS } from "./rows/client.ts";
import { COLLECTIVE_ROWS } from "./rows/collective.ts";
import { DATA_ROWS } from "./rows/data.ts";
import { DATASTORE_ROWS } from "./rows/datastore.ts";
import { EXTENSION_ROWS } from "./rows/extension.ts";
import { ISSUE_ROWS } from "./rows/issue.ts";
import { PUBLISHER_ROWS } from "./rows/publisher.ts";
import { REPORT_ROWS } from "./rows/report.ts";
import { REPOSITORY_ROWS } from "./rows/repository.ts";
import { RUN_ROWS } from "./rows/run.ts";
import { SERVE_ROWS } from "./rows/serve.ts";
import { SIGNING_KEY_ROWS } from "./rows/signing_key.ts";
import { TRUST_ROWS } from "./rows/trust.ts";
import { VAULT_ROWS } from "./rows/vault.ts";

export type { CommandRow } from "./rows/row.ts";

/** The command of a row. */
export async function loadCommand({ module }: CommandRow): Promise<Command> {
  const { default: command } = await lazily<{ default: Command }>(
    import.meta,
    `../commands/${module}.ts`,
  );
  return command;
}

/** The groups commands stand in, with the line an overview shows. */
export const GROUPS: Readonly<Record<string, string>> = {
  "auth": "Log in and out, and manage collective tokens",
  "auth token": "Create, list and revoke collective tokens",
  "collective": "List collectives and members, change settings, invite people",
  "extension": "Publish, find, score and pull extensions",
  "publisher": "Let CI jobs publish without a key",
  "signing-key": "Sign what you publish with a key of your own",
  "trust": "Check what registries say of themselves",
  "model": "Look at behavior types",
  "model type": "Describe and find behavior types",
  "behavior": "Create and run behaviors",
  "run": "List, follow and cancel runs of a server",
  "data": "Find, read and clean up what behaviors wrote",
  "vault": "Keep secrets, and hand them to behaviors",
  "vault type": "Find and describe types of vaults",
  "datastore": "Share data between machines",
  "datastore type": "Find and describe types of datastores",
  "datastore setup": "Set up where data is shared",
  "report": "Read and make reports on runs",
  "report type": "Find reports that can be made",
  "serve token": "Decide who may call 'svc serve', and what they may do",
  "schedule": "Run methods at set times, while 'svc serve' runs",
  "webhook": "Run methods when other services say so, while 'svc serve' runs",
  "issue": "Report to a lab and follow up",
  "completions": "Print a completion script for a shell",
};

/** Every command by its path (spec §4.5). Nothing here is loaded before it is asked for. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  ...REPOSITORY_ROWS,
  ...AUTH_ROWS,
  ...COLLECTIVE_ROWS,
  ...EXTENSION_ROWS,
  ...TRUST_ROWS,
  ...PUBLISHER_ROWS,
  ...SIGNING_KEY_ROWS,
  ...BEHAVIOR_ROWS,
  ...RUN_ROWS,
  ...DATA_ROWS,
  ...VAULT_ROWS,
  ...DATASTORE_ROWS,
  ...REPORT_ROWS,
  ...SERVE_ROWS,
  ...ISSUE_ROWS,
  ...CLIENT_ROWS,
};
