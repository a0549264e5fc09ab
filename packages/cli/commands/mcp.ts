import { parseDuration } from "@svc/runtime/run";
import type { Repository } from "@svc/runtime/repository";
import { parseRunnable, type Runnable } from "@svc/serve/rights";
import { initiator } from "../behavior/initiator.ts";
import { interruption } from "../behavior/interruption.ts";
import { OFFLINE, shareOf } from "../datastore/share.ts";
import { type Context, defineCommand, flag, list, number, text } from "../frame/command.ts";
import { repositoryOf } from "../frame/repository.ts";
import { VERSION } from "@svc/core/release";
import { usage } from "../frame/parse.ts";
import { asksServer, type TargetContext, valueAt, WHERE } from "../remote/target.ts";

/** Milliseconds to wait for a behavior that another run holds. */
const LOCK_WAIT_MS = 10_000;

export default defineCommand({
  description: [
    "Speaks the Model Context Protocol on stdin and stdout: a coding agent starts this command and finds",
    "the methods of the repository's behaviors as tools, data and reports as resources. It exits when",
    "stdin closes, and cancels runs in progress.",
    "Methods run with the permissions you granted. There is no prompt: other access is refused, and",
    "the error names the command to run. Which calls an agent may make without asking you",
    "is a setting of the agent; the tools say whether they only read.",
    "With --server the tools are those of an instance of 'svc serve' that your token allows; the",
    "server decides what it offers.",
  ].join("\n"),
  examples: {
    "svc mcp": "started by an agent, in the repository",
    "svc mcp --read-only": "only methods that read, and data",
    "svc mcp --tools 'insight:list_*' --tools deploy:plan": "only these methods",
    "svc mcp --server https://svc.example.com": "the tools of a server",
  },
  options: {
    tools: list("<pattern>", "Offer only <behavior> or <behavior>:<method>; * ends a name"),
    "read-only": flag("Offer only methods that read and may neither run programs nor write files"),
    "max-tools": number("<n>", "Number of methods up to which each gets its own tool", {
      default: 40,
    }),
    wait: text("<time>", "How long a call waits for its run", { default: "45s" }),
    timeout: text("<time>", "Time limit of a run: 90, 30s, 5m"),
    offline: OFFLINE,
    ...WHERE,
  },
  async run(context) {
    const { options } = context;
    if (asksServer(context)) return await atServer(context);
    const repository = await repositoryOf(context);
    const only = options.tools.map(parseRunnable);
    if (only.length > 0) await warnOfUnknown(context, repository, only);
    const waitMs = parseDuration(options.wait);
    const timeLimitMs = options.timeout === undefined ? undefined : parseDuration(options.timeout);
    const [{ localHost, serveLines }, { standardStreams }, { reportMaker }] = await Promise.all([
      import("@svc/serve/mcp"),
      import("../agents/streams.ts"),
      import("@svc/runtime/report_maker"),
    ]);
    using interrupted = interruption(context.note, "svc mcp");
    const host = localHost(repository, {
      lockWaitMs: LOCK_WAIT_MS,
      initiatedBy: await initiator(context.host),
      // stdin carries the protocol, so no question can be asked there.
      sharing: (signal) => shareOf({ ...context, json: true }, repository, signal),
      reports: reportMaker({}),
      only,
      readOnly: options["read-only"],
      maxTools: options["max-tools"],
      waitMs,
      timeLimitMs,
      failed: (error) => context.warn(error instanceof Error ? String(error.stack) : String(error)),
    });
    const { signal } = interrupted;
    await serveLines(host, standardStreams(), { version: VERSION, signal });
  },
  streams: true,
  text: () => "",
});

/** An agent that finds no tools cannot say why; its log has the warning. */
async function warnOfUnknown(
  { warn }: Pick<Context, "warn">,
  repository: Repository,
  only: readonly Runnable[],
): Promise<void> {
  const { unknownEntries } = await import("../serve/unknown_entries.ts");
  for (const line of await unknownEntries(repository, { run: only, read: [] })) warn(line);
}

/** Options that only work with a repository here. */
const LOCAL_ONLY = ["tools", "read-only", "max-tools", "wait", "timeout", "offline"];

/** Hands everything on to a server. */
async function atServer(context: TargetContext & Pick<Context, "note">): Promise<void> {
  const given = LOCAL_ONLY.find((name) => context.given.has(name));
  if (given !== undefined) throw usage(`--${given} and --server cannot be used together`);
  await valueAt(context, async (remote) => {
    const [{ bridge }, { standardStreams }] = await Promise.all([
      import("../agents/bridge.ts"),
      import("../agents/streams.ts"),
    ]);
    using interrupted = interruption(context.note, "svc mcp");
    await bridge(remote, standardStreams(), interrupted.signal);
  });
}
