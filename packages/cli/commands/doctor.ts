import { examine } from "../doctor/examine.ts";
import { examineLeaks } from "../doctor/leaks/examine.ts";
import type { Finding } from "../doctor/finding.ts";
import { columns } from "../frame/columns.ts";
import { defineCommand, flag } from "../frame/command.ts";
import { REPO_DIR } from "../frame/options.ts";

export default defineCommand({
  description:
    "Each check passed, failed or was not run; one that passed may come with advice. Exit code 1 when\n" +
    "one failed. In a repository, each secret of its local_encryption vaults is opened and none shown.\n" +
    "--history also looks for keys of svc that somebody else could find: in the history files of shells, in\n" +
    "the files of the git repository here, and in all that git has kept of it. Of a key it shows the beginning.",
  examples: {
    "svc doctor": "check everything",
    "svc doctor --history": "look for keys that leaked, too",
    "svc doctor --json": "as data",
  },
  options: {
    "repo-dir": REPO_DIR,
    history: flag("Look for keys in shell history, files and git history, too"),
  },
  lists: ".checks[]",
  credential: "optional",
  async run(context) {
    const checks = await context.progress.phase(
      "Examining",
      () => examine(context, new Date()),
    );
    if (context.options.history) checks.push(...await examineLeaks(context));
    return { healthy: checks.every(({ outcome }) => outcome !== "failed"), checks };
  },
  text({ healthy, checks }, { paint }) {
    const mark = ({ outcome, fix }: Finding) =>
      outcome === "failed"
        ? paint.red("✗")
        : outcome === "notRun"
        ? paint.dim("-")
        : fix
        ? paint.yellow("!")
        : paint.green("✓");
    const lines = columns(
      checks.map(({ check, found, outcome }) => [
        check,
        outcome === "notRun" ? `not run: ${found}` : found,
      ]),
    );
    return [
      ...checks.flatMap((finding, index) => [
        `${mark(finding)} ${lines[index]}`,
        ...(finding.fix ? [`    → ${finding.fix}`] : []),
      ]),
      healthy ? "Nothing failed." : "Something failed.",
    ].join("\n");
  },
  exit: ({ healthy }) => healthy ? 0 : 1,
});
