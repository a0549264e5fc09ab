import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { defineCommand, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";
import { textOf } from "../../issue/body.ts";
import { SUBJECT_OPTIONS, subjectOf } from "../../issue/subject.ts";
import { ISSUE_TYPES, issuePage, issuePath } from "../../issue/issue.ts";

export default defineCommand({
  description:
    "About an extension, a collective, or the registry itself when neither is named. A security " +
    "issue is visible\nonly to you and to those who can fix it.",
  examples: {
    'svc issue submit --title "pull fails behind a proxy" --body "Steps: …"':
      "a bug of the registry",
    'svc issue submit --extension @acme/tools --type feature -t "Retry" -b "…"':
      "a feature request for an extension",
    'svc issue submit --type security --title "token in log" < report.md':
      "with the text from a file",
  },
  options: {
    type: text("<type>", "Kind of issue", { default: "bug", choices: ISSUE_TYPES }),
    ...SUBJECT_OPTIONS,
    title: text("<text>", "One line", { short: "t", required: true }),
    body: text("<text>", "The report", { short: "b", defaultText: "prompt or stdin" }),
  },
  credential: "personal key",
  async run(context) {
    const { options } = context;
    const { type } = options;
    const title = options.title.trim();
    if (title === "") throw usage("The title is empty");
    const subject = subjectOf(options);
    const { login, caller } = await connectWithKey(context);
    const body = await textOf(context, "body", options.body);
    const { issue } = await callJson(
      caller,
      {
        method: "POST",
        path: issuePath(),
        body: { source: "svc", type, title, body, ...subject },
        apiKeyHeader: true,
        timeoutMs: 60_000,
      },
      (_, z) => z.object({ issue: z.object({ number: z.int().positive() }) }),
    );
    const { number } = issue;
    const url = issuePage(login.serverUrl, number);
    return { method: "lab", number, type, title, url, ...subject };
  },
  text: ({ number, type, title, url, extension, collective }) => {
    const about = extension ?? collective;
    return `Submitted ${type} #${number}${about ? ` about ${about}` : ""}: ${title}\n${url}`;
  },
});
