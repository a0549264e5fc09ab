import { SvcError } from "@svc/core/error";
import type { ImportResult } from "@svc/runtime/import";
import { initRepository, type InitResult, MARKER } from "@svc/runtime/repository";
import type { WrittenFile } from "../agents/write.ts";
import { schemaAddress } from "../client/schema_address.ts";
import { columns } from "../frame/columns.ts";
import { arg, defineCommand, flag, text } from "../frame/command.ts";
import type { Host } from "../frame/host.ts";
import { VERSION } from "@svc/core/release";
import { absolutePath } from "@svc/runtime/files";
import { importText } from "../repository/import_text.ts";

export default defineCommand({
  description: [
    "Makes the folders, the marker .svc.yaml and a block in .gitignore. Existing files stay.",
    "With --from it imports a repository of another tool with this layout: behaviors, their data,",
    "vaults with the secrets kept in the repository, sources of extensions. The old folder is only",
    "read. What cannot be imported is listed.",
    "With --agents it also writes what coding agents read: AGENTS.md, CLAUDE.md, GEMINI.md, rules and",
    "instructions of Cursor and Copilot, and how they start 'svc mcp'. Existing content is kept;",
    "svc's part is between two marks and is written again each time. Also works in a repository.",
  ].join("\n"),
  examples: {
    "svc init": "this folder",
    "svc init automation": "a new folder",
    "svc init --force": "restore what is missing",
    "svc init new --from old --dry-run": "list what would be imported",
    "svc init new --from old": "import it",
    "svc init --agents": "add instructions for coding agents",
  },
  arguments: [arg("path", "the folder", { defaultText: "the current one", optional: true })],
  options: {
    force: flag("Continue even if the folder is a repository already", { short: "f" }),
    from: text("<folder>", "Import the repository in this folder"),
    marker: text(
      "<file>",
      "The marker file of that repository, if it has several, such as .svc.yaml",
    ),
    agents: flag("Write instructions and settings for coding agents"),
    "dry-run": flag("List what --from or --agents would do, without writing anything"),
  },
  async run({ arguments: { path = "." }, options, host, progress }): Promise<Result> {
    const { from, marker, force, agents, "dry-run": dryRun } = options;
    const folderAt = (given: string) => absolutePath(given, host.cwd);
    const root = folderAt(path);
    if (agents && from === undefined && marker === undefined) {
      return await withAgents(root, { force, dryRun, host });
    }
    if (from === undefined) {
      if (marker !== undefined || dryRun) throw onlyWithFrom();
      const schema = await schemaAddress("repository", { host });
      return await initRepository(root, { force, version: VERSION, schema });
    }
    if (agents) throw agentsAlone();
    const { importRepository } = await import("@svc/runtime/import");
    const result = await progress.phase(
      dryRun ? "Reading the old repository" : "Importing the old repository",
      () => importRepository(root, { from: folderAt(from), marker, dryRun, version: VERSION }),
    );
    if (!dryRun) {
      const { addMovedTests } = await import("../extension/kit.ts");
      await addMovedTests(root, result.from);
    }
    return result;
  },
  text: (result, { quiet }) =>
    quiet
      ? ""
      : "agents" in result
      ? agentsText(result)
      : "leftOut" in result
      ? importText(result)
      : [
        `${result.path} is a behavior repository.`,
        "Next:",
        ...result.nextSteps.map((step) => `  ${step}`),
      ].join("\n"),
});

/** What `svc init --agents` did. */
type AgentsResult = Partial<InitResult> & { path: string; dryRun: boolean; agents: WrittenFile[] };

type Result = InitResult | ImportResult | AgentsResult;

/** Makes a repository where there is none yet, and writes the files of agents. */
async function withAgents(
  root: string,
  { force, dryRun, host }: { force: boolean; dryRun: boolean; host: Host },
): Promise<AgentsResult> {
  const { writeAgentFiles } = await import("../agents/write.ts");
  // What cannot be written is found before anything is.
  const planned = await writeAgentFiles(root, true);
  if (dryRun) return { path: root, dryRun, agents: planned };
  const isRepository = !force && await isFile(`${root}/${MARKER}`);
  const schema = await schemaAddress("repository", { host });
  const made = isRepository ? {} : await initRepository(root, { force, version: VERSION, schema });
  return { path: root, ...made, dryRun, agents: await writeAgentFiles(root, false) };
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.lstat(path).then((info) => info.isFile, () => false);
}

function agentsText({ path, dryRun, agents }: AgentsResult): string {
  const lines = columns(agents.map((file) => [file.path, file.action]));
  return [
    dryRun ? `Would write to ${path}:` : `Coding agents find what they need in ${path}:`,
    ...lines.map((line) => `  ${line}`),
    dryRun
      ? "Nothing was written."
      : "Keep these files in git. Agents ask you before they start 'svc mcp' for the first time.",
  ].join("\n");
}

function agentsAlone(): SvcError {
  return new SvcError("invalid_argument", "--agents and --from cannot be used together", {
    hint: "Import the repository first, then run 'svc init --agents' in it.",
  });
}

function onlyWithFrom(): SvcError {
  return new SvcError("invalid_argument", "--marker and --dry-run need --from", {
    hint: "Name the old repository: svc init <new folder> --from <old folder>",
  });
}
