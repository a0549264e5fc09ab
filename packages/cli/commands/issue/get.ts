import { callJson } from "../../client/call.ts";
import { connect } from "../../client/connect.ts";
import { blockText } from "../../frame/terminal_text.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { issuePage, issuePath } from "../../issue/issue.ts";
import { parseIssueNumber } from "../../issue/number.ts";

export default defineCommand({
  examples: {
    "svc issue get 12": "the issue",
    "svc issue get 12 --verbose": "with its comments",
  },
  arguments: [arg("number", "the issue's number")],
  credential: "optional",
  async run(context) {
    const number = parseIssueNumber(context.arguments.number);
    const { login, caller } = await connect(context);
    const answer = await callJson(
      caller,
      { path: issuePath(number), apiKeyHeader: true },
      (wire, z) => z.object({ issue: wire.Issue, comments: z.array(wire.IssueComment).optional() }),
    );
    const { issue } = answer;
    const comments = answer.comments ?? issue.comments ?? [];
    return {
      number: issue.number,
      title: issue.title,
      type: issue.type,
      status: issue.status,
      author: issue.authorUsername,
      body: issue.body,
      assignees: (issue.assignees ?? []).map(({ username }) => username),
      extension: issue.extension ?? null,
      collective: issue.collective ?? null,
      commentCount: comments.length,
      comments,
      url: issuePage(login.serverUrl, number),
    };
  },
  whole: ["body"],
  text(issue, { paint, verbose }) {
    const count = `${issue.commentCount} ${issue.commentCount === 1 ? "comment" : "comments"}`;
    const subject = issue.extension ?? issue.collective;
    const about = subject === null ? "" : ` · about ${subject}`;
    const assignees = issue.assignees.length > 0 ? ` · for ${issue.assignees.join(", ")}` : "";
    return [
      `${paint.bold(`#${issue.number} ${issue.title}`)}`,
      paint.dim(
        `${issue.type} · ${issue.status} · by ${issue.author}${about}${assignees} · ${count}`,
      ),
      "",
      blockText(issue.body),
      ...(verbose
        ? issue.comments.flatMap((comment) => [
          "",
          paint.dim(`${comment.authorUsername}, ${comment.createdAt.slice(0, 16)}`),
          blockText(comment.body ?? ""),
        ])
        : []),
      "",
      issue.url,
    ].join("\n");
  },
});
