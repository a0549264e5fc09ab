import { compactDescription, describeText, resolveType, typeDescription } from "@svc/runtime/types";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { maybeRepository } from "../../frame/repository.ts";

interface Result {
  full: ReturnType<typeof typeDescription>;
  compact: boolean;
}

export default defineCommand({
  description: "Global arguments are set with 'svc behavior create --global-arg', inputs with " +
    "'svc behavior run --input'.",
  examples: [
    { command: "svc model type describe @svc/repo-insight", does: "for people" },
    { command: "svc model type describe @svc/repo-insight --json", does: "with full JSON Schemas" },
    {
      command: "svc model type describe command/shell --compact --json",
      does: "a digest: names, types and what is required",
    },
  ],
  arguments: [{ name: "type", summary: "the behavior type, as group/name or @namespace/name" }],
  options: {
    compact: { kind: "flag", summary: "A digest; with --json, compact JSON" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  async run(context): Promise<Result> {
    const resolved = await resolveType(await maybeRepository(context), context.arguments.type);
    for (const warning of resolved.warnings ?? []) context.warn(warning);
    return { full: typeDescription(resolved), compact: context.options.compact };
  },
  text: ({ full, compact }) => describeText(full, { compact }),
  json: ({ full, compact }) => compact ? compactDescription(full) : full,
});
