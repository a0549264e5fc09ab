import { html } from "hono/html";
import type { Html } from "@svc/http/page";
import type { RunSummary } from "../answers/run.ts";
import type { RUN_STATUSES } from "../api/run.ts";
import type { Given } from "./runs_form.ts";
import { took } from "./took.ts";

/** The newest runs that the chart is made of. */
export const CHARTED = 1000;

/** Columns of the chart, and how long each may stand for: the shortest that is long enough is taken. */
const COLUMNS = 40;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPANS = [1, 5, 15, 30].map((count) => count * MINUTE).concat(
  [1, 3, 6, 12].map((count) => count * HOUR),
  [1, 2, 7, 14, 30, 90, 365, 3650].map((count) => count * DAY),
);

/** How a run counts. What has not ended does not. */
const OUTCOMES: Readonly<
  Record<typeof RUN_STATUSES[number], "succeeded" | "failed" | "cancelled" | undefined>
> = {
  queued: undefined,
  running: undefined,
  succeeded: "succeeded",
  failed: "failed",
  interrupted: "failed",
  cancelled: "cancelled",
};

/** The runs that were accepted within one span of time. */
export interface Column {
  /** Milliseconds since 1970. */
  from: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  /** Milliseconds that each took, the shortest first. */
  took: number[];
}

/** Sorts runs that have ended into columns of equal spans; the oldest first. */
export function columnsOf(runs: readonly RunSummary[]): { span: number; columns: Column[] } {
  const ended = runs.filter(({ status }) => OUTCOMES[status] !== undefined);
  const times = ended.map(({ queuedAt }) => Date.parse(queuedAt));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const span = SPANS.find((one) => Math.floor(last / one) - Math.floor(first / one) < COLUMNS) ??
    SPANS.at(-1)!;
  const columns: Column[] = [];
  for (let from = Math.floor(first / span) * span; from <= last; from += span) {
    columns.push({ from, succeeded: 0, failed: 0, cancelled: 0, took: [] });
  }
  ended.forEach(({ status, startedAt, endedAt }, index) => {
    const column = columns[Math.floor((times[index]! - columns[0]!.from) / span)]!;
    column[OUTCOMES[status]!]++;
    if (startedAt !== null && endedAt !== null) {
      column.took.push(Date.parse(endedAt) - Date.parse(startedAt));
    }
  });
  for (const { took } of columns) took.sort((a, b) => a - b);
  return { span, columns };
}

/** How runs went and how long they took over time: two pictures, and the same as a table. */
export function runsChart(runs: readonly RunSummary[], given: Given): Html | string {
  const { span, columns } = columnsOf(runs);
  const counted = columns.reduce((sum, one) => sum + countOf(one), 0);
  if (counted === 0) return "";
  const sum = (name: "succeeded" | "failed" | "cancelled") =>
    columns.reduce((total, one) => total + one[name], 0);
  const longest = Math.max(...columns.map(({ took }) => took.at(-1) ?? 0));
  const period = `${utc(columns[0]!.from)} to ${utc(columns.at(-1)!.from + span)} UTC`;
  const outcome = `${sum("succeeded")} succeeded, ${sum("failed")} failed or interrupted, ` +
    `${sum("cancelled")} cancelled`;
  return html`
    <section class="charts" aria-labelledby="over-time">
      <h2 id="over-time">Over time</h2>
      <p class="quiet">${runs.length === CHARTED
        ? `The newest ${CHARTED} runs`
        : counted === 1
        ? "One run that has ended"
        : `${counted} runs that have ended`}, ${period}. Each column: ${spanText(span)}.</p>
      <figure><figcaption><b>Outcome</b> <span class="succeeded">▲ succeeded</span> <span class="quiet">▲ cancelled</span> <span class="failed">▼ failed, interrupted</span></figcaption>
    ${outcomePicture(columns, outcome)}</figure>
      <figure><figcaption><b>Duration</b> <span class="quiet">full height: ${took(
        longest,
      )}; dark: half of the runs took no longer; light: the longest</span></figcaption>
    ${durationPicture(columns, longest)}</figure>
      <details><summary>As a table</summary>${columnTable(columns, span, given)}</details>
    </section>
  `;
}

/** Height of a picture in its own units; its width is that of the page. */
const HEIGHT = 100;

function outcomePicture(columns: readonly Column[], summary: string): Html {
  const up = Math.max(...columns.map(({ succeeded, cancelled }) => succeeded + cancelled));
  const down = Math.max(...columns.map(({ failed }) => failed));
  const unit = HEIGHT / (up + down);
  const line = up * unit;
  const bars = columns.map(({ succeeded, cancelled, failed }, at) => [
    bar("succeeded", { at, top: line - succeeded * unit, height: succeeded * unit }),
    bar("cancelled", {
      at,
      top: line - (succeeded + cancelled) * unit,
      height: cancelled * unit,
    }),
    bar("failed", { at, top: line, height: failed * unit }),
  ]);
  const axis = html`<rect class="axis" x="0" y="${number(line - .5)}" width="${
    columns.length * 10
  }" height="1"></rect>`;
  return picture({ columns, name: "outcome", title: `Outcome of runs: ${summary}` }, [bars, axis]);
}

function durationPicture(columns: readonly Column[], longest: number): Html {
  const unit = HEIGHT / Math.max(longest, 1);
  const bars = columns.map(({ took }, at) => {
    const high = (took.at(-1) ?? 0) * unit;
    const middle = (medianOf(took) ?? 0) * unit;
    return [
      bar("longest", { at, top: HEIGHT - high, height: high }),
      bar("median", { at, top: HEIGHT - middle, height: middle }),
    ];
  });
  const title = `Duration of runs: the longest took ${took(longest)}`;
  return picture({ columns, name: "duration", title }, bars);
}

function picture(
  { columns, name, title }: { columns: readonly Column[]; name: string; title: string },
  content: unknown,
): Html {
  return html`
    <svg viewBox="0 0 ${columns.length * 10} ${HEIGHT}" preserveAspectRatio="none" role="img"
      aria-labelledby="${name}-title ${name}-desc"><title id="${name}-title">${title}</title><desc id="${name}-desc">The table below has the same figures.</desc>${content}</svg>
  `;
}

function bar(
  name: string,
  { at, top, height }: { at: number; top: number; height: number },
): Html | string {
  if (height === 0) return "";
  return html`<rect class="bar-${name}" x="${at * 10 + 1}" y="${number(top)}" width="8" height="${
    number(height)
  }"></rect>`;
}

function columnTable(columns: readonly Column[], span: number, given: Given): Html {
  const { before: _, ...rest } = given;
  const rows = columns.filter((one) => countOf(one) > 0).map((one) => {
    const [since, until] = [one.from, one.from + span].map((at) => new Date(at).toISOString());
    const query = new URLSearchParams({ ...rest, since: since!, until: until! });
    return html`
      <tr>
        <th scope="row"><a href="/runs?${String(query)}">${utc(one.from)}</a></th>
        <td>${one.succeeded}</td>
        <td>${one.failed}</td>
        <td>${one.cancelled}</td>
        <td>${took(medianOf(one.took))}</td>
        <td>${took(one.took.at(-1))}</td>
      </tr>
    `;
  });
  const heads = ["From (UTC)", "Succeeded", "Failed", "Cancelled", "Half took up to", "Longest"];
  return html`
    <div class="table-scroll" tabindex="0" role="group" aria-label="Runs over time">
      <table>
        <thead>
          <tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr>
        </thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  `;
}

function countOf({ succeeded, failed, cancelled }: Column): number {
  return succeeded + failed + cancelled;
}

function medianOf(sorted: readonly number[]): number | undefined {
  return sorted[Math.ceil(sorted.length / 2) - 1];
}

function number(value: number): string {
  return value.toFixed(2);
}

function utc(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}

function spanText(span: number): string {
  const [size, word] = span >= DAY
    ? [DAY, "day"]
    : span >= HOUR
    ? [HOUR, "hour"]
    : [MINUTE, "minute"];
  return span === size ? `one ${word}` : `${span / size} ${word}s`;
}
