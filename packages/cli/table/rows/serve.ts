import type { CommandRow } from "./row.ts";

/** `svc serve`, and what starts runs there. */
export const SERVE_ROWS = {
  "serve": {
    summary: "Serve the repository's behaviors to people, CI and agents",
    module: "serve/serve",
  },
  "serve token create": {
    summary: "Create a token for callers of 'svc serve'; it is shown once",
    module: "serve/token_create",
  },
  "serve token list": {
    summary: "List the tokens of this repository's server",
    module: "serve/token_list",
  },
  "serve token rotate": {
    summary: "Give a token a new secret and a new end",
    module: "serve/token_rotate",
  },
  "serve token revoke": {
    summary: "Revoke a token permanently",
    module: "serve/token_revoke",
  },
  "schedule add": {
    summary: "Run a method at times of a cron expression",
    module: "schedule/add",
  },
  "schedule list": {
    summary: "List schedules, with the next and the last run of each",
    aliases: ["schedule ls"],
    module: "schedule/list",
  },
  "schedule pause": {
    summary: "Pause a schedule",
    module: "schedule/pause",
  },
  "schedule resume": {
    summary: "Resume a paused schedule",
    module: "schedule/resume",
  },
  "schedule run": {
    summary: "Run a schedule's method now",
    module: "schedule/run",
  },
  "schedule rm": {
    summary: "Remove a schedule",
    aliases: ["schedule remove"],
    module: "schedule/rm",
  },
  "webhook add": {
    summary: "Run a method when another service sends a signed request",
    module: "webhook/add",
  },
  "webhook list": {
    summary: "List webhooks",
    aliases: ["webhook ls"],
    module: "webhook/list",
  },
  "webhook deliveries": {
    summary: "List the last deliveries of a webhook, with the reason of a refusal",
    module: "webhook/deliveries",
  },
  "webhook rotate": {
    summary: "Give a webhook a new secret",
    module: "webhook/rotate",
  },
  "webhook rm": {
    summary: "Remove a webhook",
    aliases: ["webhook remove"],
    module: "webhook/rm",
  },
  "mcp": {
    summary: "Offer the repository's behaviors to a coding agent",
    module: "mcp",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
