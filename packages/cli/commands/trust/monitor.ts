import { SvcError } from "@svc/core/error";
import { tryParseExtensionName } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { defineCommand, list, text } from "../../frame/command.ts";
import { counted } from "../../frame/counted.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import { lineText } from "../../frame/terminal_text.ts";
import { logRules, policyPlace } from "../../log/rules.ts";
import type { LogEvent } from "../../log/monitor.ts";

export default defineCommand({
  description: [
    "Goes through the log of the registry in use from where it ended the last time, the first time from",
    "the beginning. Checks every entry and tile against the signed head, and prints the events of the",
    "extensions and collectives named. Two publications of one version are an alarm. Hidden entries are",
    "opened when you may read them: of a private extension that is named in full, and of a collective as",
    "@collective/* for its members; what they say of members, tokens and keys only for owners and admins.",
    "--exec runs a shell command for each event and alarm, with it as JSON on stdin; if it fails, the",
    "event comes again the next time. Exit code 1 when there is an alarm.",
  ].join("\n"),
  examples: {
    "svc trust monitor --names @acme/*": "what happened to a collective",
    "svc trust monitor --names @acme/tool --exec 'mail -s published ops@acme.example'":
      "from a scheduler: a mail for each event",
  },
  options: {
    names: list("<name>", "Only events of this extension, or all of a collective as @collective/*"),
    exec: text("<command>", "Run this for each event"),
    "repo-dir": REPO_DIR,
  },
  lists: ".events[]",
  credential: "optional",
  async run(context) {
    const { host, options: { names, exec }, progress } = context;
    const wrong = names.find((name) =>
      tryParseExtensionName(name.replace(/\/\*$/, "/x")) === undefined
    );
    if (wrong !== undefined) {
      throw usage(`--names ${wrong} is not @collective/name or @collective/*`);
    }
    const { currentHead } = await import("../../log/verify.ts");
    const { watchLog } = await import("../../log/monitor.ts");
    const { caller } = await connect(context);
    const verifying = { host, warn: context.warn, rules: await logRules(policyPlace(host)) };
    const events: LogEvent[] = [];
    const { from, to } = await progress.phase(
      "Reading the log",
      async () =>
        await watchLog(host, caller, await currentHead(verifying, caller), {
          names,
          async onEvent(event) {
            if (exec !== undefined) await runFor(exec, event);
            events.push(event);
          },
        }),
    );
    const alarms = events.filter(({ alarm }) => alarm !== undefined).length;
    return { serverUrl: caller.serverUrl, from, to, events, alarms };
  },
  text({ events, from, to, alarms }, { paint }) {
    return [
      ...events.map((event) => event.alarm === undefined ? line(event) : paint.red(line(event))),
      `${counted(to - from, "new entry", "new entries")}, ${to} in all; ${events.length} shown, ${
        counted(alarms, "alarm")
      }.`,
    ].join("\n");
  },
  exit: ({ alarms }) => alarms > 0 ? 1 : 0,
});

/** What an event says, without what it says of itself. */
function line({ index, said, alarm }: LogEvent): string {
  const { v: _v, at, kind, subject, ...more } = said;
  const facts = Object.entries(more).map(([key, value]) =>
    `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`
  );
  const parts = [index, at, kind, subject, ...facts].filter((part) => part !== undefined);
  return lineText(`${parts.join(" ")}${alarm === undefined ? "" : `  ALARM: ${alarm}`}`);
}

async function runFor(command: string, event: LogEvent): Promise<void> {
  const child = new Deno.Command("sh", {
    args: ["-c", command],
    stdin: "piped",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const input = child.stdin.getWriter();
  // A command that reads nothing is no failure.
  await input.write(new TextEncoder().encode(`${JSON.stringify(event)}\n`)).catch(() => {});
  await input.close().catch(() => {});
  const { code } = await child.status;
  if (code === 0) return;
  throw new SvcError(
    "run_failed",
    `The command of --exec ended with ${code} for entry ${event.index}`,
    {
      hint: "This entry comes again the next time.",
    },
  );
}
