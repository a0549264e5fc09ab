import { ANYONE, BEARER_OR_SESSION } from "./credentials.ts";
import { rowsWith, type WrittenRow } from "./row.ts";

const read = rowsWith({ tag: "lab", credentials: ANYONE, scope: "lab:read", role: "none" });
const write = rowsWith({
  tag: "lab",
  credentials: BEARER_OR_SESSION,
  scope: "lab:write",
  role: "none",
});

/** Lab issues (spec §5.4 lab scopes; reference wire 1.6). Who sees which issue is the lab's own rule. */
export const LAB_POLICY = {
  "lab.create": write("POST /api/v1/lab/issues", "Open an issue"),
  "lab.list": read("GET /api/v1/lab/issues", "Search the issues the caller may see"),
  "lab.get": read("GET /api/v1/lab/issues/{number}", "Read one issue with its comments"),
  "lab.update": write(
    "PATCH /api/v1/lab/issues/{number}",
    "Change an issue's text, type, status or assignees",
  ),
  "lab.comment": write("POST /api/v1/lab/issues/{number}/comments", "Comment on an issue"),
  "lab.lifecycle": write(
    "POST /api/v1/lab/issues/{number}/lifecycle",
    "Record a step of the work on an issue",
  ),
  "lab.assignees": read("GET /api/v1/lab/assignees", "List the possible assignees of an issue", {
    credentials: BEARER_OR_SESSION,
  }),
} as const satisfies Record<string, WrittenRow>;
