import type { RunResult } from "@svc/core/answer";
import { isUnsent, SvcError } from "@svc/core/error";
import { parseDuration } from "@svc/runtime/run";
import type { RunView } from "@svc/serve/answers";
import { reportFlags } from "../behavior/reports.ts";
import { parseTag } from "../behavior/tags.ts";
import { usage } from "../frame/parse.ts";
import { again, isPassing } from "../remote/again.ts";
import type { ServerRequest } from "../remote/call.ts";
import type { Remote } from "../remote/remote.ts";
import { type Attached, toItsEnd, tryingFor, unknownText } from "./attached.ts";
import { inputsOf } from "./inputs.ts";
import type { RunContext } from "./options.ts";

/** Milliseconds to wait for another run of the behavior, as a run here does. */
const WAIT_MS = 60_000;

/** The longest that a server waits: a day. */
const LONGEST_WAIT_MS = 86_400_000;

/** Runs a method at a server and follows it: a list when stdin held one. */
export async function runAtServer(
  context: RunContext,
  remote: Remote,
): Promise<RunResult | RunResult[]> {
  refuseLocal(context);
  if (!context.given.has("server") && !context.json) {
    context.note(`At ${remote.url}, as SVC_SERVE_URL says.`);
  }
  const order = { settings: settingsOf(context), waitMs: waitOf(context) };
  const { runs, many } = await inputsOf(context);
  const results: RunResult[] = [];
  for (const inputs of runs) {
    const { behavior, method } = context.arguments;
    const request = { params: { behavior, method }, body: { ...order, inputs } };
    const started = () => start(context, remote, "runs.start", request);
    results.push(await toItsEnd(context, remote, started));
  }
  return many ? results : results[0]!;
}

/** Runs the method of a server's schedule there and follows it. */
export async function runScheduleAtServer(
  context: Attached,
  remote: Remote,
  schedule: string,
): Promise<RunResult> {
  const request = { params: { schedule } };
  return await toItsEnd(context, remote, () => start(context, remote, "schedules.run", request));
}

/**
 * Has a run accepted, once, however often that is asked for. A server that is not there is reported at
 * once; one that did not answer is asked again, as it may have heard.
 */
async function start(
  context: Attached,
  remote: Remote,
  key: "runs.start" | "schedules.run",
  request: ServerRequest,
): Promise<RunView> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const ask = () => remote.ask(key, { ...request, headers });
  let unsure = false;
  const trying = {
    ...tryingFor(context),
    stands: (error: SvcError) => !unsure && isUnsent(error.cause) || void (unsure = true),
  };
  try {
    return await again(ask, trying);
  } catch (error) {
    if (!unsure || !isPassing(error)) throw error;
    const { code, message, status } = error;
    throw new SvcError(code, message, { hint: unknownText(remote), status });
  }
}

/** What the server is asked for beside the arguments; its own limits bound all of it. */
function settingsOf({ options }: RunContext) {
  return {
    ...(options.timeout === undefined ? {} : { timeoutMs: parseDuration(options.timeout) }),
    ...(options.memory === undefined ? {} : { memoryMb: options.memory }),
    tags: Object.fromEntries(options.tag.map(parseTag)),
    checks: {
      skip: options["skip-check"],
      skipLabels: options["skip-check-label"],
      skipAll: options["skip-checks"],
    },
    reports: reportFlags(options),
  };
}

function waitOf({ host }: RunContext): number {
  const text = host.env("SVC_LOCK_TIMEOUT_MS");
  if (!text) return WAIT_MS;
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), LONGEST_WAIT_MS);
  throw new SvcError("invalid_argument", `SVC_LOCK_TIMEOUT_MS is not a number: ${text}`);
}

/** Refuses what can only be said where the repository is. */
function refuseLocal({ options, arguments: { behavior, name } }: RunContext): void {
  if (name !== undefined) {
    throw usage(`A server runs only behaviors, but '${behavior}' is a type`, [
      "Ask for a behavior of it on the server: svc behavior create. To run here, leave --server out or " +
      "add --repo-dir.",
    ]);
  }
  const given = [
    ...(options.allow.length > 0 ? ["--allow"] : []),
    ...(["allow-all-requested", "yes", "offline"] as const)
      .filter((one) => options[one]).map((one) => `--${one}`),
  ];
  if (given.length === 0) return;
  throw usage(`${given.join(", ")} cannot be used with a server`, [
    "Only its operator can grant permissions there. To run here, leave --server out or add " +
    "--repo-dir.",
  ]);
}
