import { ANYONE, BEARER_OR_SESSION } from "./credentials.ts";
import type { PolicyRow } from "./row.ts";

/** Lab issues (spec §5.4 lab scopes; reference wire 1.6). Who sees which issue is the lab's own rule. */
export const LAB_POLICY = {
  "lab.create": {
    method: "POST",
    path: "/api/v1/lab/issues",
    tag: "lab",
    credentials: BEARER_OR_SESSION,
    scope: "lab:write",
    role: "none",
    summary: "Open an issue",
  },
  "lab.list": {
    method: "GET",
    path: "/api/v1/lab/issues",
    tag: "lab",
    credentials: ANYONE,
    scope: "lab:read",
    role: "none",
    summary: "Search the issues the caller may see",
  },
  "lab.get": {
    method: "GET",
    path: "/api/v1/lab/issues/{number}",
    tag: "lab",
    credentials: ANYONE,
    scope: "lab:read",
    role: "none",
    summary: "Read one issue with its comments",
  },
  "lab.update": {
    method: "PATCH",
    path: "/api/v1/lab/issues/{number}",
    tag: "lab",
    credentials: BEARER_OR_SESSION,
    scope: "lab:write",
    role: "none",
    summary: "Change an issue's text, type, status or assignees",
  },
  "lab.comment": {
    method: "POST",
    path: "/api/v1/lab/issues/{number}/comments",
    tag: "lab",
    credentials: BEARER_OR_SESSION,
    scope: "lab:write",
    role: "none",
    summary: "Comment on an issue",
  },
  "lab.lifecycle": {
    method: "POST",
    path: "/api/v1/lab/issues/{number}/lifecycle",
    tag: "lab",
    credentials: BEARER_OR_SESSION,
    scope: "lab:write",
    role: "none",
    summary: "Record a step of the work on an issue",
  },
  "lab.assignees": {
    method: "GET",
    path: "/api/v1/lab/assignees",
    tag: "lab",
    credentials: BEARER_OR_SESSION,
    scope: "lab:read",
    role: "none",
    summary: "List the possible assignees of an issue",
  },
} as const satisfies Record<string, PolicyRow>;
