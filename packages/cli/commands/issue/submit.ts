import type { Issue } from "@svc/core/wire";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { defineCommand } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";
import { textOf } from "../../issue/body.ts";
import { ISSUE_TYPES, issuePage, issuePath } from "../../issue/issue.ts";

interface Result {
  method: "lab";
  number: number;
  type: string;
  title: string;
  url: string;
}

export default defineCommand({
  description: "A security issue is seen by you and by those who can fix it, and by nobody else.",
  examples: [
    {
      command: 'svc issue submit --title "pull fails behind a proxy" --body "Steps: …"',
      does: "a bug",
    },
    {
      command: 'svc issue submit --type security --title "token in log" < report.md',
      does: "with the text from a file",
    },
  ],
  options: {
    type: {
      kind: "text",
      value: "<type>",
      summary: "What it is; a bug when left out",
      choices: ISSUE_TYPES,
    },
    title: { kind: "text", short: "t", value: "<text>", summary: "One line", required: true },
    body: { kind: "text", short: "b", value: "<text>", summary: "The report; else asked or stdin" },
  },
  credential: "personal key",
  async run(context): Promise<Result> {
    const { options } = context;
    const type = options.type ?? "bug";
    const title = options.title.trim();
    if (title === "") throw usage("The title is empty");
    const { login, caller } = await connectWithKey(context);
    const body = await textOf(context, "body", options.body);
    const { issue } = await callJson<{ issue: Pick<Issue, "number"> }>(caller, {
      method: "POST",
      path: issuePath(),
      body: { source: "svc", type, title, body },
      apiKeyHeader: true,
      timeoutMs: 60_000,
    });
    const { number } = issue;
    return { method: "lab", number, type, title, url: issuePage(login.serverUrl, number) };
  },
  text: ({ number, type, title, url }) => `Submitted ${type} #${number}: ${title}\n${url}`,
});
