import { getDefinition, getText } from "@svc/runtime/definitions";
import { arg, defineCommand } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";

export default defineCommand({
  description: "Secrets among its arguments are shown as ***.",
  examples: { "svc behavior get insight": "by name" },
  arguments: [arg("name", "the behavior's name or id", { completes: "behavior" })],
  options: WHERE,
  async run(context) {
    const { name } = context.arguments;
    return await valueFrom(context, {
      here: async () => await getDefinition(await repositoryOf(context), name),
      there: ({ ask }) => ask("behaviors.get", { params: { behavior: name } }),
    });
  },
  text: getText,
});
