import { ISSUE_STATUSES, ISSUE_TYPES } from "@svc/core/lab";
import type { Issue } from "@svc/core/wire";
import { callJson } from "../../client/call.ts";
import { connect } from "../../client/connect.ts";
import { listing } from "../../frame/table.ts";
import { defineCommand, number, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";
import { issuePath } from "../../issue/issue.ts";
import { SUBJECT_OPTIONS, subjectOf } from "../../issue/subject.ts";

/** The states beside each single status. */
const STATES = ["open", "closed", "all"] as const;
const MOST = 100;

export default defineCommand({
  description:
    "Lists issues visible to you, newest first. Only open ones, unless --state is given.",
  examples: {
    "svc issue list --extension @acme/tools": "open issues of an extension",
    "svc issue list --collective acme --assignee ada": "issues assigned to ada",
    "svc issue list --state all --search proxy --json": "as data",
  },
  options: {
    ...SUBJECT_OPTIONS,
    state: text("<state>", "open, closed or all", { choices: STATES }),
    status: text("<status>", "One status", { choices: ISSUE_STATUSES }),
    type: text("<type>", "One type", { choices: ISSUE_TYPES }),
    assignee: text("<username>", "Assigned to this user"),
    search: text("<words>", "Search words for title and text"),
    limit: number("<n>", `Maximum number of issues, 1 to ${MOST}`, { default: 30 }),
  },
  lists: ".issues[]",
  credential: "optional",
  async run(context) {
    const { options } = context;
    const { limit } = options;
    if (limit < 1 || limit > MOST) throw usage(`--limit must be from 1 to ${MOST}`);
    if (options.state !== undefined && options.status !== undefined) {
      throw usage("--state and --status cannot be used together");
    }
    const state = options.status === undefined ? options.state ?? "open" : "all";
    const query = new URLSearchParams({
      ...subjectOf(options),
      ...(state === "all" ? {} : { state }),
      ...(options.status === undefined ? {} : { status: options.status }),
      ...(options.type === undefined ? {} : { type: options.type }),
      ...(options.assignee === undefined ? {} : { assignee: options.assignee.replace(/^@/, "") }),
      ...(options.search === undefined ? {} : { q: options.search }),
      limit: String(limit),
    });
    const { caller } = await connect(context);
    const { issues, total } = await callJson(
      caller,
      { path: `${issuePath()}?${query}` },
      (wire, z) => z.object({ issues: z.array(wire.Issue), total: z.int() }),
    );
    return { issues: issues.map(listed), total };
  },
  text({ issues, total }, view) {
    if (issues.length === 0) return "No issue matches.";
    const lines = listing(view, issues, {
      NUMBER: (issue) => `#${issue.number}`,
      STATUS: (issue) => issue.status,
      TYPE: (issue) => issue.type,
      ABOUT: (issue) => issue.extension ?? issue.collective ?? "",
      ASSIGNEES: (issue) => issue.assignees.join(", "),
      TITLE: (issue) => issue.title,
    });
    const more = total > issues.length
      ? [`${issues.length} of ${total}; use --limit to show more.`]
      : [];
    return [lines, ...more].join("\n");
  },
});

function listed(issue: Issue) {
  const { number, title, type, status, extension, collective, url } = issue;
  const assignees = issue.assignees.map(({ username }) => username);
  return {
    number,
    title,
    type,
    status,
    author: issue.authorUsername,
    assignees,
    extension,
    collective,
    url,
  };
}
