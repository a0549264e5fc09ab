import { isSvcError } from "@svc/core/error";
import { call, callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { arg, defineCommand, flag, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";
import { textOf } from "../../issue/body.ts";
import { issuePage, issuePath } from "../../issue/issue.ts";
import { parseIssueNumber } from "../../issue/number.ts";

interface Result {
  issueNumber: number;
  commentId: string;
  url: string;
  statusChanged?: "open" | "closed";
  statusError?: string;
}

export default defineCommand({
  description: "Sends the comment first, then changes the state. When only the first succeeds, " +
    "the result says so\nand the exit code is 1.",
  examples: {
    'svc issue ripple 12 --body "Seen here too."': "comment",
    'svc issue ripple 12 --body "Fixed." --close': "comment and close",
  },
  arguments: [arg("number", "the issue's number")],
  options: {
    body: text("<text>", "The comment", { short: "b", defaultText: "prompt or stdin" }),
    close: flag("Close the issue as well"),
    reopen: flag("Reopen the issue as well"),
  },
  credential: "personal key",
  async run(context): Promise<Result> {
    const { close, reopen, body } = context.options;
    if (close && reopen) throw usage("--close and --reopen cannot be used together");
    const number = parseIssueNumber(context.arguments.number);
    const { login, caller } = await connectWithKey(context);
    const answer = await callJson(
      caller,
      {
        method: "POST",
        path: `${issuePath(number)}/comments`,
        body: { body: await textOf(context, "body", body) },
        apiKeyHeader: true,
      },
      (_, z) =>
        z.object({
          id: z.string().optional(),
          comment: z.object({ id: z.string() }).optional(),
        }),
    );
    const result: Result = {
      issueNumber: number,
      commentId: answer.id ?? answer.comment?.id ?? "",
      url: issuePage(login.serverUrl, number),
    };
    if (!close && !reopen) return result;
    const status = close ? "closed" : "open";
    try {
      const response = await call(caller, {
        method: "PATCH",
        path: issuePath(number),
        body: { status },
        apiKeyHeader: true,
      });
      await response.body?.cancel();
      return { ...result, statusChanged: status };
    } catch (error) {
      if (!isSvcError(error)) throw error;
      return { ...result, statusError: error.message };
    }
  },
  text: ({ issueNumber, url, statusChanged, statusError }) =>
    [
      `Commented on #${issueNumber}${
        statusChanged ? ` and ${statusChanged === "open" ? "reopened" : "closed"} it` : ""
      }.`,
      ...(statusError ? [`Its state was not changed: ${statusError}`] : []),
      url,
    ].join("\n"),
  exit: ({ statusError }) => statusError === undefined ? 0 : 1,
});
