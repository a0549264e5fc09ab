import { getDefinition, getText } from "@svc/runtime/definitions";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description: "Secrets among its arguments are shown as ***.",
  examples: [{ command: "svc behavior get insight", does: "by name" }],
  arguments: [{ name: "name", summary: "the behavior's name or id", completes: "behavior" }],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  run: async (context) => await getDefinition(await repositoryOf(context), context.arguments.name),
  text: getText,
});
