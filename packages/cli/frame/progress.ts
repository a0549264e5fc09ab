import type { Host } from "./host.ts";
import { lineText } from "./terminal_text.ts";

/** How long a phase may take before a person is told about it. */
const PATIENCE_MS = 500;

/** Takes a phase's line away while something else is on the terminal, such as a question. */
export type Pause = <T>(work: () => Promise<T>) => Promise<T>;

/** Tells a waiting person what is going on, on one line of stderr that is wiped afterwards. */
export interface Progress {
  /** Runs `work` as a phase called `label`. Shown once it takes more than half a second. */
  phase<T>(label: string, work: (pause: Pause) => Promise<T>): Promise<T>;
}

/** Progress on `host`'s stderr; silent off a terminal, in JSON and when quiet. */
export function progressFor(host: Host, enabled: boolean): Progress {
  if (!enabled || !host.stderrIsTerminal) {
    return { phase: (_label, work) => work((inner) => inner()) };
  }
  return {
    async phase(label, work) {
      let shown = false;
      let paused = false;
      const begun = Date.now();
      const wipe = () => {
        if (shown) host.stderr("\r\x1b[2K");
        shown = false;
      };
      const show = () => {
        if (paused) return;
        shown = true;
        const seconds = ((Date.now() - begun) / 1000).toFixed(1);
        host.stderr(`\r\x1b[2K${lineText(label)} … ${seconds}s`);
      };
      const timer = setInterval(show, PATIENCE_MS);
      try {
        return await work(async (inner) => {
          wipe();
          paused = true;
          try {
            return await inner();
          } finally {
            paused = false;
          }
        });
      } finally {
        clearInterval(timer);
        wipe();
      }
    },
  };
}
