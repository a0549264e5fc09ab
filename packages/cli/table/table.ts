import { lazily } from "@svc/core/module";
import type { Command } from "../frame/command.ts";

/** A row of the command table: enough for overviews; the module is loaded when the command runs. */
export interface CommandRow {
  summary: string;
  /** Other paths to the same command. */
  aliases?: readonly string[];
  /** The module below `commands/` whose default export is the command. */
  module: string;
}

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
  "extension": "Publish, find, score and pull extensions",
  "model": "Look at behavior types",
  "model type": "Describe and find behavior types",
  "behavior": "Create and run behaviors",
  "data": "Find, read and clean up what behaviors wrote",
  "vault": "Keep secrets, and hand them to behaviors",
  "vault type": "Find and describe types of vaults",
  "datastore": "Share data between machines",
  "datastore type": "Find and describe types of datastores",
  "datastore setup": "Set up where data is shared",
  "report": "Read and make reports on runs",
  "report type": "Find reports that can be made",
  "issue": "Report to a lab and follow up",
  "completions": "Print a completion script for a shell",
};

/** Every command by its path (spec §4.5). Nothing here is loaded before it is asked for. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  "init": {
    summary: "Make a folder a behavior repository",
    aliases: ["repo init"],
    module: "init",
  },
  "auth login": {
    summary: "Log in and store a personal key",
    module: "auth/login",
  },
  "auth logout": {
    summary: "Revoke the stored key and forget it",
    module: "auth/logout",
  },
  "auth whoami": {
    summary: "Show who the credential acts as",
    aliases: ["auth status"],
    module: "auth/whoami",
  },
  "auth server-login": {
    summary: "Store a token for an instance of 'svc serve'",
    module: "auth/server_login",
  },
  "auth token create": {
    summary: "Create a collective token; its key is shown once",
    module: "auth/token_create",
  },
  "auth token list": {
    summary: "List the tokens of a collective",
    module: "auth/token_list",
  },
  "auth token revoke": {
    summary: "Revoke a collective token for good",
    module: "auth/token_revoke",
  },
  "extension push": {
    summary: "Check, score and publish an extension",
    module: "extension/push",
  },
  "extension quality": {
    summary: "Score an extension without publishing it",
    module: "extension/quality",
  },
  "extension pull": {
    summary: "Fetch an extension into the repository",
    module: "extension/pull",
  },
  "extension install": {
    summary: "Restore every pulled extension as the lockfile has it",
    module: "extension/install",
  },
  "extension rm": {
    summary: "Remove a pulled extension",
    aliases: ["extension remove"],
    module: "extension/rm",
  },
  "extension permissions": {
    summary: "Show what extensions ask for, and what they were granted",
    module: "extension/permissions",
  },
  "extension grant": {
    summary: "Grant permissions to an extension, for good",
    module: "extension/grant",
  },
  "extension revoke": {
    summary: "Take permissions back from an extension",
    module: "extension/revoke",
  },
  "extension list": {
    summary: "List the pulled extensions",
    aliases: ["extension ls"],
    module: "extension/list",
  },
  "extension search": {
    summary: "Search the registry",
    module: "extension/search",
  },
  "extension info": {
    summary: "Show one extension of the registry",
    module: "extension/info",
  },
  "extension version": {
    summary: "Show what is published and the version to publish next",
    module: "extension/version",
  },
  "extension promote": {
    summary: "Move a version to a higher channel",
    module: "extension/promote",
  },
  "extension yank": {
    summary: "Take a version, a channel or an extension out of circulation",
    module: "extension/yank",
  },
  "extension unyank": {
    summary: "Bring back what was yanked",
    module: "extension/unyank",
  },
  "extension deprecate": {
    summary: "Advise against an extension, and name its successor",
    module: "extension/deprecate",
  },
  "extension undeprecate": {
    summary: "Lift a deprecation",
    module: "extension/undeprecate",
  },
  "model type describe": {
    summary: "Show the methods, arguments and outputs of a behavior type",
    aliases: ["model type get"],
    module: "model/type_describe",
  },
  "model type search": {
    summary: "Find behavior types in the repository",
    aliases: ["model type list"],
    module: "model/type_search",
  },
  "behavior create": {
    summary: "Define a behavior of a type",
    module: "behavior/create",
  },
  "behavior run": {
    summary: "Run a method of a behavior",
    module: "behavior/run",
  },
  "behavior get": {
    summary: "Show a behavior",
    module: "behavior/get",
  },
  "behavior search": {
    summary: "Find behaviors in the repository",
    aliases: ["behavior list"],
    module: "behavior/search",
  },
  "behavior history": {
    summary: "List the runs on record",
    module: "behavior/history",
  },
  "behavior output": {
    summary: "Show how a run went and what it wrote",
    module: "behavior/output",
  },
  "behavior logs": {
    summary: "Print the log of a run",
    module: "behavior/logs",
  },
  "behavior edit": {
    summary: "Change a behavior in your editor",
    module: "behavior/edit",
  },
  "behavior validate": {
    summary: "Check one behavior or all",
    module: "behavior/validate",
  },
  "behavior evaluate": {
    summary: "Show a behavior with its expressions evaluated",
    module: "behavior/evaluate",
  },
  "behavior delete": {
    summary: "Delete a behavior",
    module: "behavior/delete",
  },
  "data list": {
    summary: "List what a behavior wrote",
    module: "data/list",
  },
  "data get": {
    summary: "Print one piece of data",
    module: "data/get",
  },
  "data versions": {
    summary: "List the versions of one piece of data",
    module: "data/versions",
  },
  "data query": {
    summary: "Find data by an expression over its fields and content",
    module: "data/query",
  },
  "data search": {
    summary: "Find data by name, kind, time or tag",
    module: "data/search",
  },
  "data delete": {
    summary: "Delete data or one version of it",
    module: "data/delete",
  },
  "data rename": {
    summary: "Give data another name; the old one leads to it",
    module: "data/rename",
  },
  "data tag": {
    summary: "List, set and remove the tags of data",
    module: "data/tag",
  },
  "data gc": {
    summary: "Delete data whose time is over",
    module: "data/gc",
  },
  "data prune": {
    summary: "Delete the data of behaviors that are gone",
    module: "data/prune",
  },
  "vault create": {
    summary: "Set up a vault",
    module: "vault/create",
  },
  "vault list": {
    summary: "List the vaults of the repository",
    aliases: ["vault ls", "vault search"],
    module: "vault/list",
  },
  "vault describe": {
    summary: "Show how a vault is set up",
    module: "vault/describe",
  },
  "vault put": {
    summary: "Store a secret; its value is asked for or read from stdin",
    aliases: ["vault write-secret"],
    module: "vault/put",
  },
  "vault get": {
    summary: "Print a secret",
    aliases: ["vault read-secret"],
    module: "vault/get",
  },
  "vault list-keys": {
    summary: "List the keys of a vault, without values",
    module: "vault/list_keys",
  },
  "vault inspect": {
    summary: "Say how long a secret is, without its value",
    module: "vault/inspect",
  },
  "vault delete": {
    summary: "Delete a secret",
    module: "vault/delete",
  },
  "vault rotate": {
    summary: "Encrypt a vault with a new key",
    module: "vault/rotate",
  },
  "vault migrate": {
    summary: "Move a vault and its secrets to another type",
    module: "vault/migrate",
  },
  "vault type search": {
    summary: "Find types of vaults in the repository",
    aliases: ["vault type list"],
    module: "vault/type_search",
  },
  "vault type describe": {
    summary: "Show a type of vault and its settings",
    aliases: ["vault type get"],
    module: "vault/type_describe",
  },
  "datastore status": {
    summary: "Show where data is shared, and whether that works",
    module: "datastore/status",
  },
  "datastore setup filesystem": {
    summary: "Share data through a folder that other machines see",
    module: "datastore/setup_filesystem",
  },
  "datastore setup extension": {
    summary: "Share data through a store that an extension reaches",
    module: "datastore/setup_extension",
  },
  "datastore sync": {
    summary: "Exchange data with the datastore",
    module: "datastore/sync",
  },
  "datastore lock": {
    summary: "Show who holds the locks of the datastore",
    aliases: ["datastore lock status"],
    module: "datastore/lock",
  },
  "datastore unlock": {
    summary: "Take a lock of the datastore from its holder",
    aliases: ["datastore lock release"],
    module: "datastore/unlock",
  },
  "datastore remove": {
    summary: "Fetch all data and share it no longer",
    aliases: ["datastore rm"],
    module: "datastore/remove",
  },
  "datastore type search": {
    summary: "Find types of datastores in the repository",
    aliases: ["datastore type list"],
    module: "datastore/type_search",
  },
  "datastore type describe": {
    summary: "Show a type of datastore and its settings",
    aliases: ["datastore type get"],
    module: "datastore/type_describe",
  },
  "report list": {
    summary: "List the reports that were kept",
    aliases: ["report search"],
    module: "report/list",
  },
  "report get": {
    summary: "Print a report",
    module: "report/get",
  },
  "report run": {
    summary: "Make a report on a run that has ended",
    module: "report/run",
  },
  "report describe": {
    summary: "Show what a report is about",
    module: "report/describe",
  },
  "report type search": {
    summary: "Find reports in the repository",
    aliases: ["report type list"],
    module: "report/type_search",
  },
  "issue submit": {
    summary: "Report a bug, a wish or a security problem",
    module: "issue/submit",
  },
  "issue ripple": {
    summary: "Comment on an issue, and close or reopen it",
    aliases: ["issue comment"],
    module: "issue/ripple",
  },
  "issue get": {
    summary: "Show an issue",
    module: "issue/get",
  },
  "version": {
    summary: "Print the version",
    module: "version",
  },
  "doctor": {
    summary: "Check server, clock, credential, files and vaults",
    module: "doctor",
  },
  "completions bash": {
    summary: "Print the completion script for bash",
    module: "completions/bash",
  },
  "completions zsh": {
    summary: "Print the completion script for zsh",
    module: "completions/zsh",
  },
  "completions fish": {
    summary: "Print the completion script for fish",
    module: "completions/fish",
  },
};
