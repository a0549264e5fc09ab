import { html } from "hono/html";
import { mayRead } from "../rights/rights.ts";
import { scheduleList } from "../schedules/mod.ts";
import type { Page } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { pathTo, statusWord, table, when } from "./words.ts";

/** What runs by itself, and when next. */
export function schedulesPage({ serving, caller }: Visit): Page {
  const { state, now } = serving;
  const schedules = scheduleList(state, now()).filter(({ behavior }) =>
    mayRead(caller.rights, behavior)
  );
  return {
    title: "Schedules",
    body: html`<h1>Schedules</h1>
${
      table(
        ["Name", "Runs", "When", "Next", "Last"],
        schedules.map(({ name, behavior, method, cron, timezone, nextRun, lastRun }) => [
          name,
          html`<a href="${pathTo("behaviors", behavior)}">${behavior}</a> ${method}`,
          `${cron} (${timezone})`,
          when(nextRun),
          lastRun === null
            ? "–"
            : html`<a href="${pathTo("runs", lastRun.id)}">${statusWord(lastRun.status)}</a>`,
        ]),
        "There are no schedules that you may see.",
      )
    }`,
  };
}
