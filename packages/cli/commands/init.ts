import { SvcError } from "@svc/core/error";
import type { ImportResult } from "@svc/runtime/import";
import { initRepository, type InitResult } from "@svc/runtime/repository";
import { defineCommand } from "../frame/command.ts";
import { VERSION } from "../frame/version.ts";
import { importText } from "../repository/import_text.ts";

export default defineCommand({
  description: [
    "Makes the folders, the marker .svc.yaml and a block in .gitignore. Existing files stay.",
    "With --from it takes over a repository of another tool of this layout: behaviors, their data,",
    "vaults with the secrets kept in the repository, sources of extensions. The old folder is only",
    "read. What cannot be taken is listed.",
  ].join("\n"),
  examples: [
    { command: "svc init", does: "this folder" },
    { command: "svc init automation", does: "a new folder" },
    { command: "svc init --force", does: "restore what is missing" },
    { command: "svc init new --from old --dry-run", does: "see what would be taken over" },
    { command: "svc init new --from old", does: "take it over" },
  ],
  arguments: [{ name: "path", summary: "the folder; this one when left out", optional: true }],
  options: {
    force: { kind: "flag", short: "f", summary: "Also when it is a repository already" },
    from: { kind: "text", placeholder: "folder", summary: "Take over the repository in a folder" },
    marker: {
      kind: "text",
      placeholder: "file",
      summary: "The file that marks it, such as .svc.yaml, when it has several",
    },
    "dry-run": { kind: "flag", summary: "With --from: list what would be taken, write nothing" },
  },
  credential: "none",
  async run({ arguments: { path = "." }, options, host }): Promise<InitResult | ImportResult> {
    const { from, marker, force, "dry-run": dryRun } = options;
    const folderAt = (given: string) => given.startsWith("/") ? given : `${host.cwd}/${given}`;
    if (from === undefined) {
      if (marker !== undefined || dryRun) throw onlyWithFrom();
      return await initRepository(folderAt(path), { force, version: VERSION });
    }
    const { importRepository } = await import("@svc/runtime/import");
    return await importRepository(folderAt(path), {
      from: folderAt(from),
      marker,
      dryRun,
      version: VERSION,
    });
  },
  text: (result) =>
    "leftOut" in result
      ? importText(result)
      : [`${result.path} is a behavior repository.`, "Next:", ...nextLines(result)].join("\n"),
});

function onlyWithFrom(): SvcError {
  return new SvcError("invalid_argument", "--marker and --dry-run go with --from", {
    hint: "Name the old repository: svc init <new folder> --from <old folder>",
  });
}

function nextLines({ nextSteps }: InitResult): string[] {
  return nextSteps.map((step) => `  ${step}`);
}
