import type { CommandRow } from "./row.ts";

/** Lab issues. */
export const ISSUE_ROWS = {
  "issue submit": {
    summary: "Open an issue: a bug, a feature request or a security report",
    module: "issue/submit",
  },
  "issue ripple": {
    summary: "Comment on an issue, and close or reopen it",
    aliases: ["issue comment"],
    module: "issue/ripple",
  },
  "issue list": {
    summary: "List and search issues",
    module: "issue/list",
  },
  "issue get": {
    summary: "Show an issue",
    module: "issue/get",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
