import type { LoggingLevel } from "@modelcontextprotocol/server";
import type { RunStreamEvent } from "../../runs/run.ts";
import { plainWords } from "../offer/mod.ts";

/** Lines of a run that are sent as they come; after that, one in so many milliseconds. */
const MOST_LINES = 200;
const PAUSE_MS = 1000;

/** Characters of one line. */
const MOST_LINE = 500;

/** Levels of a log line, as the protocol names them. */
const LEVELS: Record<string, LoggingLevel> = {
  trace: "debug",
  debug: "debug",
  info: "info",
  warning: "warning",
  error: "error",
  fatal: "critical",
};

/** Where the news of a run goes. */
export interface News {
  /** Only when the client asked for it; the number only ever rises. */
  progress?: ((count: number, message: string) => Promise<void>) | undefined;
  log(level: LoggingLevel, text: string): Promise<void>;
}

/** Tells a client what happens in a run. */
export interface Teller {
  tell(event: RunStreamEvent): Promise<void>;
}

/** Tells the news of one run. A run that prints without end does not fill the client with it. */
export function teller(news: News, now: () => number = () => performance.now()): Teller {
  let count = 0;
  let last = -Infinity;
  return {
    async tell(event) {
      const said = wordsOf(event);
      if (said === undefined) return;
      count += 1;
      if (count > MOST_LINES && now() - last < PAUSE_MS) return;
      last = now();
      const text = plainWords(said.text, MOST_LINE);
      await news.progress?.(count, text);
      if (said.level !== undefined) await news.log(LEVELS[said.level] ?? "info", text);
    },
  };
}

/** What is said of an event; a level makes it a line of the log. */
function wordsOf(event: RunStreamEvent): { text: string; level?: string } | undefined {
  switch (event.kind) {
    case "output":
      return { text: event.text, level: event.level };
    case "queued":
      return { text: `Queued, ${event.position} ahead of it` };
    case "waiting":
      return { text: `Waiting: ${event.model} is in use by ${event.holder}` };
    case "started":
      return { text: `Running ${event.method} of ${event.model}` };
    case "data":
      return { text: `Wrote ${event.artifact.name} version ${event.artifact.version}` };
    case "truncated":
      return { text: `Output beyond ${event.limitBytes} bytes is not kept`, level: "warning" };
    default:
      return undefined;
  }
}
