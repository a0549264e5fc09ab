import { listInstalled } from "@svc/runtime/installed";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

interface Result {
  extensions: Awaited<ReturnType<typeof listInstalled>>;
}

export default defineCommand({
  examples: [{ command: "svc extension list", does: "what this repository has pulled" }],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  async run(context): Promise<Result> {
    const repo = await repositoryOf(context);
    return { extensions: await listInstalled(repo) };
  },
  text: ({ extensions }, { paint }) => {
    if (extensions.length === 0) return "Nothing is pulled yet; try 'svc extension search'.";
    const [head, ...rows] = columns([
      ["NAME", "VERSION", "CHANNEL", "PULLED", "FILES"],
      ...extensions.map((one) => [
        one.name,
        one.version,
        one.channel ?? "stable",
        one.pulledAt.slice(0, 10),
        String(one.files.length),
      ]),
    ]);
    return [paint.bold(head!), ...rows].join("\n");
  },
});
