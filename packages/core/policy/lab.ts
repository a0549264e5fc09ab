import { ANYONE, BEARER_OR_SESSION } from "./credentials.ts";
import type { WrittenRow } from "./row.ts";

const READ = { tag: "lab", credentials: ANYONE, scope: "lab:read", role: "none" } as const;
const WRITE = {
  tag: "lab",
  credentials: BEARER_OR_SESSION,
  scope: "lab:write",
  role: "none",
} as const;

/** Lab issues (spec §5.4 lab scopes; reference wire 1.6). Who sees which issue is the lab's own rule. */
export const LAB_POLICY = {
  "lab.create": {
    ...WRITE,
    request: "POST /api/v1/lab/issues",
    summary: "Open an issue",
  },
  "lab.list": {
    ...READ,
    request: "GET /api/v1/lab/issues",
    summary: "Search the issues the caller may see",
  },
  "lab.get": {
    ...READ,
    request: "GET /api/v1/lab/issues/{number}",
    summary: "Read one issue with its comments",
  },
  "lab.update": {
    ...WRITE,
    request: "PATCH /api/v1/lab/issues/{number}",
    summary: "Change an issue's text, type, status or assignees",
  },
  "lab.comment": {
    ...WRITE,
    request: "POST /api/v1/lab/issues/{number}/comments",
    summary: "Comment on an issue",
  },
  "lab.lifecycle": {
    ...WRITE,
    request: "POST /api/v1/lab/issues/{number}/lifecycle",
    summary: "Record a step of the work on an issue",
  },
  "lab.assignees": {
    request: "GET /api/v1/lab/assignees",
    tag: "lab",
    credentials: BEARER_OR_SESSION,
    scope: "lab:read",
    role: "none",
    summary: "List the possible assignees of an issue",
  },
} as const satisfies Record<string, WrittenRow>;
