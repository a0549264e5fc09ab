import type { CommandRow } from "./row.ts";

/** Who the client acts as. */
export const AUTH_ROWS = {
  "auth login": {
    summary: "Log in and store a personal key",
    module: "auth/login",
  },
  "auth logout": {
    summary: "Log out of a registry: revoke and delete the stored key",
    module: "auth/logout",
  },
  "auth list": {
    summary: "List your logins on registries",
    module: "auth/list",
  },
  "auth switch": {
    summary: "Use another login",
    module: "auth/switch",
  },
  "auth whoami": {
    summary: "Show the account behind the current credential",
    aliases: ["auth status"],
    module: "auth/whoami",
  },
  "auth sessions": {
    summary: "List and end sessions of your account, on its page",
    module: "auth/sessions",
  },
  "auth server-login": {
    summary: "Store a token for an instance of 'svc serve'",
    module: "auth/server_login",
  },
  "auth server-logout": {
    summary: "Delete the stored token for an instance of 'svc serve'",
    module: "auth/server_logout",
  },
  "auth server-list": {
    summary: "List the servers with a stored token",
    module: "auth/server_list",
  },
  "auth server-whoami": {
    summary: "Show your account and permissions at a server",
    module: "auth/server_whoami",
  },
  "auth token create": {
    summary: "Create a collective token",
    module: "auth/token_create",
  },
  "auth token list": {
    summary: "List the tokens of a collective",
    module: "auth/token_list",
  },
  "auth token revoke": {
    summary: "Revoke a collective token permanently",
    module: "auth/token_revoke",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
