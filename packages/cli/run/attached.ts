import type { RunResult } from "@svc/core/answer";
import { isSvcError, SvcError } from "@svc/core/error";
import { shellWord } from "@svc/core/text";
import type { RunView } from "@svc/serve/answers";
import type { RunStreamEvent } from "@svc/serve/runs";
import { interruptionBy } from "../behavior/interruption.ts";
import { counted } from "../frame/counted.ts";
import { again, REAL_TRYING, type Trying } from "../remote/again.ts";
import { followRun } from "../remote/follow.ts";
import type { Remote } from "../remote/remote.ts";
import { knownRun, resultOf } from "../remote/run_view.ts";
import { type ShowContext, showEvent } from "./show_event.ts";

/** What being attached to a run needs of a command's context. */
export interface Attached extends ShowContext {
  warn(line: string): void;
}

/** Signals that cancel the run. A terminal that goes away (SIGHUP) leaves it alone. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Shows a run of a server as one here is shown, and answers its result. The first Ctrl-C cancels it and
 * waits for its end, the second one leaves it.
 *
 * @param begin answers the run, which may be in progress for long
 * @throws SvcError the run's own error; or why it cannot be followed, with how to do so later
 */
export async function toItsEnd(
  context: Attached,
  remote: Remote,
  begin: () => Promise<RunView>,
): Promise<RunResult> {
  const begun: { id?: string } = {};
  using interrupted = interruptionBy({
    signals: SIGNALS,
    first: () => context.note("Cancelling the run; interrupt again to stop waiting."),
    second: () =>
      context.note(begun.id === undefined ? unknownText(remote) : goesOnText(remote, begun.id)),
  });
  const run = knownRun(remote, await begin());
  const { id } = run;
  begun.id = id;
  const cancel = () => void cancelRun(context, remote, id);
  if (interrupted.signal.aborted) cancel();
  interrupted.signal.addEventListener("abort", cancel, { once: true });
  return await watched(context, remote, run);
}

/**
 * Shows a run of a server to its end, from its beginning, and answers its result.
 *
 * @throws SvcError as {@linkcode toItsEnd} does
 */
export async function watched(
  context: Attached,
  remote: Remote,
  run: RunView,
): Promise<RunResult> {
  const { id } = knownRun(remote, run);
  const ended = await followed(context, remote, id).catch((error) => {
    throw isSvcError(error) ? leftAlone(remote, id, error) : error;
  });
  if (typeof ended.resultNote === "string") context.warn(ended.resultNote);
  return resultOf(remote, ended);
}

/** How a request is made again, and what is said about it. */
export function tryingFor({ note, json }: Attached): Trying {
  return {
    ...REAL_TRYING,
    onFailure: ({ message }) => json || note(`${message}; trying again.`),
  };
}

/** What becomes of a run that may have been accepted. */
export function unknownText({ url }: Remote): string {
  return `The server may have accepted the run: svc run list --server ${shellWord(url)}`;
}

/** Follows a run and answers how it ended. */
async function followed(context: Attached, remote: Remote, id: string): Promise<RunView> {
  const trying = tryingFor(context);
  await followRun(remote, id, {
    trying,
    onEvent: (event) => show(event, context),
    onGap: (missing) => context.json || context.note(`${missing} events of the run are missing.`),
  });
  return await again(() => remote.ask("runs.get", { params: { run: id } }), trying);
}

function show(event: RunStreamEvent, context: Attached): void {
  if (event.kind === "ended" || context.json) return;
  if (event.kind === "queued") {
    if (event.position > 0) context.note(`Queued; ${counted(event.position, "run")} before it.`);
  } else if (event.kind === "truncated") {
    context.note(`The method prints more than ${event.limitBytes} bytes; the rest is not shown.`);
  } else showEvent(event, context);
}

async function cancelRun(context: Attached, remote: Remote, id: string): Promise<void> {
  try {
    await again(() => remote.ask("runs.cancel", { params: { run: id } }), tryingFor(context));
  } catch (error) {
    context.warn(`The run was not cancelled: ${error instanceof Error ? error.message : error}`);
  }
}

/** Why a run is followed no longer, and how to follow it again. */
function leftAlone(
  remote: Remote,
  id: string,
  { code, message, hint, status }: SvcError,
): SvcError {
  const hints = [...(hint === undefined ? [] : [hint]), goesOnText(remote, id)];
  return new SvcError(code, message, { hint: hints.join("\n"), status });
}

function goesOnText({ url }: Remote, id: string): string {
  return `The run goes on: svc run watch ${id} --server ${shellWord(url)}`;
}
