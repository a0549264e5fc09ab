import type { RunEvent } from "@svc/runtime/run";
import type { Context } from "../frame/command.ts";
import { quotedText } from "../frame/terminal_text.ts";

/** What showing events needs of a command's context. */
export type ShowContext = Pick<Context, "json" | "note" | "quiet" | "verbose" | "host">;

/** Tells on stderr what happens in a run. */
export function showEvent(
  event: RunEvent,
  { json, note, quiet, verbose, host }: ShowContext,
): void {
  if (json || quiet) return;
  if (event.kind === "created") note(`Made the behavior ${event.model} of ${event.type}`);
  else if (event.kind === "upgraded") {
    note(`Upgraded ${event.model} from ${event.from} to ${event.to} of its type: ${event.path}`);
  } else if (event.kind === "waiting") {
    note(`Waiting: ${event.model} is in use by ${event.holder}`);
  } else if (event.kind === "started") {
    note(`Running ${event.method} of ${event.model} (${event.type})`);
  } else if (event.kind === "output" && (verbose || !isDetail(event.level))) {
    host.stderr(`${quotedText(event.text)}\n`);
  }
}

/** What only `--verbose` shows; the run's log has it in any case. */
function isDetail(level: string): boolean {
  return level === "trace" || level === "debug";
}
