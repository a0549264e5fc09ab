import type { RunEvent } from "@svc/runtime/run";
import type { Context } from "../frame/command.ts";
import { quotedText } from "../frame/terminal_text.ts";

/** What showing events needs of a command's context. */
export type ShowContext = Pick<Context, "json" | "note" | "quiet" | "verbose" | "host">;

/** Tells on stderr what happens in a run: nothing in JSON, where stderr is for a failure's document. */
export function showEvent(event: RunEvent, context: ShowContext): void {
  const { json, note, quiet, host } = context;
  if (json) return;
  if (event.kind === "output") {
    if (isShown(event.level, context)) host.stderr(`${quotedText(event.text)}\n`);
  } else if (quiet) return;
  else if (event.kind === "created") note(`Made the behavior ${event.model} of ${event.type}`);
  else if (event.kind === "upgraded") {
    note(`Upgraded ${event.model} from ${event.from} to ${event.to} of its type: ${event.path}`);
  } else if (event.kind === "waiting") {
    note(`Waiting: ${event.model} is in use by ${event.holder}`);
  } else if (event.kind === "started") {
    note(`Running ${event.method} of ${event.model} (${event.type})`);
  }
}

/** True for a line of the run that is shown; the run's log has all of them. */
function isShown(level: string, { quiet, verbose }: ShowContext): boolean {
  if (quiet) return level === "warning" || level === "error" || level === "fatal";
  return verbose || level !== "trace" && level !== "debug";
}
