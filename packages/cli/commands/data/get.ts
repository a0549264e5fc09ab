import { getData } from "@svc/runtime/data";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { BEHAVIOR, DATA_NAME } from "./options.ts";

export default defineCommand({
  description:
    "Prints the content alone; --verbose puts its metadata before it, --json holds both.",
  examples: [
    { command: "svc data get insight repos", does: "the newest content" },
    { command: "svc data get insight repos --version 2 --json", does: "version 2, with metadata" },
    { command: "svc data get insight repos --json | jq .content", does: "the content, as JSON" },
  ],
  arguments: [
    BEHAVIOR,
    DATA_NAME,
  ],
  options: {
    version: { kind: "number", value: "<n>", summary: "The version; the newest when left out" },
    "no-content": { kind: "flag", summary: "The metadata alone" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  async run(context) {
    const { options, arguments: { behavior, name } } = context;
    return await getData(await repositoryOf(context), behavior, name, {
      ...(options.version === undefined ? {} : { version: options.version }),
      content: !options["no-content"],
    });
  },
  whole: ["content"],
  text(item, { verbose, options }) {
    const { content, ...metadata } = item;
    const facts = JSON.stringify(metadata, null, 2);
    if (options["no-content"]) return facts;
    const body = content === undefined
      ? `${item.contentType}, ${item.size} bytes: ${item.contentPath}`
      : typeof content === "string"
      ? content
      : JSON.stringify(content, null, 2);
    return verbose ? `${facts}\n${body}` : body;
  },
});
