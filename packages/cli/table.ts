import type { Command } from "./frame/command.ts";

/** A row of the command table: enough for overviews; the module is loaded when the command runs. */
export interface CommandRow {
  summary: string;
  /** Other paths to the same command. */
  aliases?: readonly string[];
  load(): Promise<{ default: Command }>;
}

/** The groups commands stand in, with the line an overview shows. */
export const GROUPS: Readonly<Record<string, string>> = {
  "auth": "Log in and out, and manage collective tokens",
  "auth token": "Create, list and revoke collective tokens",
  "extension": "Publish, find, score and pull extensions",
  "model": "Look at behavior types",
  "model type": "Describe and find behavior types",
  "behavior": "Create and run behaviors",
  "data": "Read what behaviors wrote",
  "issue": "Report to a lab and follow up",
  "completions": "Print a completion script for a shell",
};

/** Every command by its path (spec §4.5). Nothing here is loaded before it is asked for. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  "init": {
    summary: "Make a folder a behavior repository",
    aliases: ["repo init"],
    load: () => import("./commands/init.ts"),
  },
  "auth login": {
    summary: "Log in and store a personal key",
    load: () => import("./commands/auth/login.ts"),
  },
  "auth logout": {
    summary: "Revoke the stored key and forget it",
    load: () => import("./commands/auth/logout.ts"),
  },
  "auth whoami": {
    summary: "Show who the credential acts as",
    aliases: ["auth status"],
    load: () => import("./commands/auth/whoami.ts"),
  },
  "auth token create": {
    summary: "Create a collective token; its key is shown once",
    load: () => import("./commands/auth/token_create.ts"),
  },
  "auth token list": {
    summary: "List the tokens of a collective",
    load: () => import("./commands/auth/token_list.ts"),
  },
  "auth token revoke": {
    summary: "Revoke a collective token for good",
    load: () => import("./commands/auth/token_revoke.ts"),
  },
  "extension push": {
    summary: "Check, score and publish an extension",
    load: () => import("./commands/extension/push.ts"),
  },
  "extension quality": {
    summary: "Score an extension without publishing it",
    load: () => import("./commands/extension/quality.ts"),
  },
  "extension pull": {
    summary: "Fetch an extension into the repository",
    load: () => import("./commands/extension/pull.ts"),
  },
  "extension rm": {
    summary: "Remove a pulled extension",
    aliases: ["extension remove"],
    load: () => import("./commands/extension/rm.ts"),
  },
  "extension list": {
    summary: "List the pulled extensions",
    aliases: ["extension ls"],
    load: () => import("./commands/extension/list.ts"),
  },
  "extension search": {
    summary: "Search the registry",
    load: () => import("./commands/extension/search.ts"),
  },
  "extension info": {
    summary: "Show one extension of the registry",
    load: () => import("./commands/extension/info.ts"),
  },
  "extension version": {
    summary: "Show what is published and the version to publish next",
    load: () => import("./commands/extension/version.ts"),
  },
  "extension promote": {
    summary: "Move a version to a higher channel",
    load: () => import("./commands/extension/promote.ts"),
  },
  "extension yank": {
    summary: "Take a version, a channel or an extension out of circulation",
    load: () => import("./commands/extension/yank.ts"),
  },
  "extension unyank": {
    summary: "Bring back what was yanked",
    load: () => import("./commands/extension/unyank.ts"),
  },
  "extension deprecate": {
    summary: "Advise against an extension, and name its successor",
    load: () => import("./commands/extension/deprecate.ts"),
  },
  "extension undeprecate": {
    summary: "Lift a deprecation",
    load: () => import("./commands/extension/undeprecate.ts"),
  },
  "model type describe": {
    summary: "Show the methods, arguments and outputs of a behavior type",
    aliases: ["model type get"],
    load: () => import("./commands/model/type_describe.ts"),
  },
  "model type search": {
    summary: "Find behavior types in the repository",
    aliases: ["model type list"],
    load: () => import("./commands/model/type_search.ts"),
  },
  "behavior create": {
    summary: "Define a behavior of a type",
    load: () => import("./commands/behavior/create.ts"),
  },
  "behavior run": {
    summary: "Run a method of a behavior",
    load: () => import("./commands/behavior/run.ts"),
  },
  "behavior get": {
    summary: "Show a behavior",
    load: () => import("./commands/behavior/get.ts"),
  },
  "behavior search": {
    summary: "Find behaviors in the repository",
    aliases: ["behavior list"],
    load: () => import("./commands/behavior/search.ts"),
  },
  "behavior delete": {
    summary: "Delete a behavior",
    load: () => import("./commands/behavior/delete.ts"),
  },
  "data list": {
    summary: "List what a behavior wrote",
    load: () => import("./commands/data/list.ts"),
  },
  "data get": {
    summary: "Print one piece of data",
    load: () => import("./commands/data/get.ts"),
  },
  "data versions": {
    summary: "List the versions of one piece of data",
    load: () => import("./commands/data/versions.ts"),
  },
  "issue submit": {
    summary: "Report a bug, a wish or a security problem",
    load: () => import("./commands/issue/submit.ts"),
  },
  "issue ripple": {
    summary: "Comment on an issue, and close or reopen it",
    aliases: ["issue comment"],
    load: () => import("./commands/issue/ripple.ts"),
  },
  "issue get": {
    summary: "Show an issue",
    load: () => import("./commands/issue/get.ts"),
  },
  "doctor": {
    summary: "Check server, clock, credential and files",
    load: () => import("./commands/doctor.ts"),
  },
  "completions bash": {
    summary: "Print the completion script for bash",
    load: () => import("./commands/completions/bash.ts"),
  },
  "completions zsh": {
    summary: "Print the completion script for zsh",
    load: () => import("./commands/completions/zsh.ts"),
  },
  "completions fish": {
    summary: "Print the completion script for fish",
    load: () => import("./commands/completions/fish.ts"),
  },
};
