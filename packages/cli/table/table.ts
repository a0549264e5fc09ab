import { lazily } from "@svc/core/module";
import type { Command } from "../frame/command.ts";
import type { CommandRow } from "./row.ts";
import { ROWS } from "./rows.ts";

export type { CommandRow } from "./row.ts";

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

/** Every command by its path. Nothing here is loaded before it is asked for. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = Object.fromEntries(
  Object.entries(ROWS).map(([path, row]) => [path, { ...row, module: moduleOf(path) }]),
);

/** Where a command is: `auth token create` in `auth/token_create`. */
function moduleOf(path: string): string {
  return path.replace(" ", "/").replaceAll(/[ -]/g, "_");
}
