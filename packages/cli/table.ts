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
};

/** Every command by its path (spec §4.5). Nothing here is loaded before it is asked for. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
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
};
