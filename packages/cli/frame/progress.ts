import { sideBySide } from "@svc/core/parallel";
import { after } from "@svc/core/timer";
import type { Host } from "./host.ts";
import { lineText } from "./terminal_text.ts";

/** How long a phase may take before a person is told about it. */
const PATIENCE_MS = 500;

/** Columns of the bar that shows how many of how many are done. */
const BAR = 20;

/** Takes the line away while something else is on the terminal, such as a question: one at a time. */
export type Pause = <T>(work: () => Promise<T>) => Promise<T>;

/** Gives a phase a bar, once it is known how much there is to do. */
export interface Meter {
  /** All there is: things, or bytes, which are shown as MB. */
  all(total: number, unit?: "bytes"): void;
  /** How much more is done. */
  more(count: number): void;
}

/** Tells a waiting person what is going on, on one line of stderr that is wiped afterwards. */
export interface Progress {
  /** Runs `work` as a phase called `label`. Shown once it takes more than half a second. */
  phase<T>(label: string, work: (pause: Pause, meter: Meter) => Promise<T>): Promise<T>;
  /**
   * Runs `work` for several items side by side, as one phase with a bar of how many are done. Phases
   * within are not shown by themselves.
   *
   * @returns the results in the order of the items
   */
  each<I, T>(label: string, items: readonly I[], work: (item: I) => Promise<T>): Promise<T[]>;
  /** Wipes the line, for something else to be written. */
  clear(): void;
}

/** What is shown of a phase. */
interface Phase {
  label: string;
  begun: number;
  /** How many of how many are done, of one with several items. */
  done?: number;
  total?: number;
  unit?: "bytes" | undefined;
}

/** Progress on `host`'s stderr; silent off a terminal or on a dumb one, in JSON and when quiet. */
export function progressFor(host: Host, enabled: boolean): Progress {
  const visible = enabled && host.stderrIsTerminal && host.env("TERM") !== "dumb";
  const running: Phase[] = [];
  let shown = false;
  let paused = false;
  let asking: Promise<unknown> = Promise.resolve();

  function clear(): void {
    if (shown) host.stderr("\r\x1b[2K");
    shown = false;
  }

  function show(): void {
    const phase = running.find(({ total }) => total !== undefined) ?? running.at(-1);
    if (paused || phase === undefined || Date.now() - phase.begun < PATIENCE_MS) return;
    shown = true;
    host.stderr(`\r\x1b[2K${lineOf(phase)}`);
  }

  async function during<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    running.push(phase);
    let timer: Disposable | undefined;
    const wait = () =>
      timer = after(PATIENCE_MS, () => {
        show();
        wait();
      });
    if (visible) wait();
    try {
      return await work();
    } finally {
      timer?.[Symbol.dispose]();
      running.splice(running.indexOf(phase), 1);
      clear();
    }
  }

  const pause: Pause = (work) => {
    const answer = asking.then(async () => {
      clear();
      paused = true;
      try {
        return await work();
      } finally {
        paused = false;
      }
    });
    asking = answer.catch(() => {});
    return answer;
  };

  return {
    clear,
    phase(label, work) {
      const phase: Phase = { label, begun: Date.now() };
      const meter: Meter = {
        all: (total, unit) => void Object.assign(phase, { total, unit, done: 0 }),
        // A server may send more than it said.
        more: (count) => phase.done = Math.min((phase.done ?? 0) + count, phase.total ?? 0),
      };
      return during(phase, () => work(pause, meter));
    },
    each(label, items, work) {
      const phase = { label, begun: Date.now(), done: 0, total: items.length };
      return during(phase, () =>
        sideBySide(items, async (item) => {
          const result = await work(item);
          phase.done++;
          return result;
        }));
    },
  };
}

/** `Fetching @acme/tool … 2.5s`, or `Fetching extensions ██████░░░░░░░░░░░░░░ 3 of 10 … 2.5s`. */
function lineOf({ label, begun, done = 0, total, unit }: Phase): string {
  const seconds = `${((Date.now() - begun) / 1000).toFixed(1)}s`;
  if (total === undefined) return `${lineText(label)} … ${seconds}`;
  const full = total === 0 ? BAR : Math.floor(BAR * done / total);
  const bar = "█".repeat(full) + "░".repeat(BAR - full);
  const shown = unit === undefined
    ? `${done} of ${total}`
    : `${megabytes(done)} of ${megabytes(total)} MB`;
  return `${lineText(label)} ${bar} ${shown} … ${seconds}`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
