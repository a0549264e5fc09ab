import { parseInputs } from "@svc/runtime/inputs";
import type { ScheduleView } from "@svc/serve/answers";
import { inZone } from "@svc/serve/schedules";
import { arg, defineCommand, flag, list, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { operatorOf } from "../../serve/operator.ts";
import { withStateOf } from "../../serve/state.ts";

/** How many of its first times are shown. */
const SHOWN = 3;

export default defineCommand({
  description: [
    "While 'svc serve' runs, it runs the method at each time of a cron expression: minute, hour, day of",
    "the month, month, day of the week, in a named time zone. A running server sees it within 2 s.",
    "Times while no server is running are missed, counted, and not run later; with --catch-up one run",
    "makes up for all of them. If the previous run is not finished, a time is skipped, or queued with --overlap queue.",
    "Inputs may hold expressions, ${{ vault.get('prod', 'KEY') }} for one, which each run evaluates.",
  ].join("\n"),
  examples: {
    "svc schedule add nightly insight list_prs --cron '0 3 * * 1-5' --timezone Europe/Berlin":
      "at 3 o'clock on workdays",
    "svc schedule add sweep cleaner sweep --cron '*/15 * * * *' --input days=30":
      "each quarter of an hour, with an argument",
  },
  arguments: [
    arg("name", "lower-case letters, digits, '-' and '_'"),
    arg("behavior", "the behavior's name or id", { completes: "behavior" }),
    arg("method", "the method", { completes: "method" }),
  ],
  options: {
    cron: text(
      "<expression>",
      "When: '30 3 * * MON-FRI', or @hourly, @daily, @weekly, @monthly, @yearly",
      { required: true },
    ),
    timezone: text("<name>", "Time zone, such as Europe/Berlin", { default: "UTC" }),
    input: list("<key=value>", "An argument of the method"),
    "input-file": text("<file>", "A YAML or JSON mapping of arguments", { completes: "file" }),
    timeout: text("<time>", "Time limit of a run: 90, 30s, 5m"),
    overlap: text("<way>", "What to do while the previous run is not finished", {
      default: "skip",
      choices: ["skip", "queue"],
    }),
    "catch-up": flag("Run once for all missed times"),
    "repo-dir": REPO_DIR,
  },
  async run(context): Promise<ScheduleView> {
    const { options, host, arguments: { name, behavior, method } } = context;
    const repository = await repositoryOf(context);
    const { addSchedule, assertSchedulable, scheduleShown } = await import(
      "@svc/serve/schedules"
    );
    const now = new Date();
    const timing = { name, cron: options.cron, timeZone: options.timezone };
    assertSchedulable(timing, now);
    const { assertInputsFit, parseDuration } = await import("@svc/runtime/run");
    const timeoutMs = options.timeout === undefined ? undefined : parseDuration(options.timeout);
    const inputs = await parseInputs(options.input, { inputFile: options["input-file"] });
    const found = await assertInputsFit(repository, { definition: behavior, method, inputs });
    const order = {
      ...timing,
      behavior: found.name,
      method,
      inputs,
      settings: timeoutMs === undefined ? {} : { timeoutMs },
      overlap: options.overlap === "queue" ? "queue" as const : "skip" as const,
      catchUp: options["catch-up"],
      by: operatorOf(host),
    };
    return await withStateOf(
      repository,
      (state) => scheduleShown(state, addSchedule(state, order, now), { now }),
    );
  },
  text: ({ name, timezone, behavior, method, nextRuns }) =>
    [
      `Added the schedule '${name}': ${method} of ${behavior}, while 'svc serve' runs. Next:`,
      ...nextRuns.slice(0, SHOWN).map((at) => `  ${inZone(at, timezone)}`),
    ].join("\n"),
});
