import { examine, type Finding } from "../doctor/examine.ts";
import { columns } from "../frame/columns.ts";
import { defineCommand } from "../frame/command.ts";

interface Result {
  healthy: boolean;
  checks: Finding[];
}

export default defineCommand({
  description:
    "Exit code 1 when something is broken; a thing to be wary of does not count as broken.",
  examples: [
    { command: "svc doctor", does: "check everything" },
    { command: "svc doctor --json", does: "as data" },
  ],
  credential: "optional",
  async run({ host, progress }): Promise<Result> {
    const checks = await progress.phase("Examining", () => examine(host, new Date()));
    return { healthy: checks.every(({ state }) => state !== "broken"), checks };
  },
  text({ healthy, checks }, { paint }) {
    const marks = { good: paint.green("✓"), wary: paint.yellow("!"), broken: paint.red("✗") };
    const lines = columns(checks.map(({ check, found }) => [check, found]));
    return [
      ...checks.flatMap(({ state, fix }, index) => [
        `${marks[state]} ${lines[index]}`,
        ...(fix ? [`    → ${fix}`] : []),
      ]),
      healthy ? "Nothing is broken." : "Something is broken.",
    ].join("\n");
  },
  exit: ({ healthy }) => healthy ? 0 : 1,
});
