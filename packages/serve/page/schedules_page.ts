import { SvcError } from "@svc/core/error";
import type { Html } from "@svc/http/page";
import { html } from "hono/html";
import type { ScheduleView } from "../answers/schedule.ts";
import { visibleSchedules } from "../endpoints/triggers/schedules.ts";
import { mayRun } from "../rights/rights.ts";
import { onceField } from "./action.ts";
import type { Page } from "./frame.ts";
import type { Visit } from "./visit.ts";
import { pathTo, statusWord, when } from "./words.ts";
import { whenIn, zoneOf } from "./zone.ts";

/** What runs by itself, when next, and how the last run went. */
export function schedulesPage(visit: Visit): Page {
  const { form, name: zone, cookie } = zoneOf(visit);
  const schedules = visibleSchedules(visit.serving, visit.caller);
  return {
    title: "Schedules",
    cookie,
    body: html`<h1>Schedules</h1>${
      schedules.length === 0
        ? html`<p>There are no schedules that you may see. The operator makes one with 'svc schedule add'.</p>`
        : html`${form}${
          schedules.map((one) =>
            html`<section class="sheet"><h2><a href="${
              pathTo("schedules", one.name)
            }">${one.name}</a></h2>${about(visit, one, zone)}</section>`
          )
        }`
    }`,
  };
}

/** One schedule. */
export function schedulePage(visit: Visit, name: string): Page {
  const { form, name: zone, cookie } = zoneOf(visit);
  const schedule = visibleSchedules(visit.serving, visit.caller).find((one) => one.name === name);
  if (schedule === undefined) {
    throw new SvcError("not_found", "There is no such schedule, or you may not see it");
  }
  return {
    title: `Schedule ${name}`,
    cookie,
    body: html`<h1>${name}</h1>${about(visit, schedule, zone)}${form}`,
  };
}

function about(visit: Visit, schedule: ScheduleView, chosen: string | undefined): Html {
  const { behavior, method, cron, timezone, paused, nextRuns, lastRun } = schedule;
  const zone = chosen ?? timezone;
  return html`<dl>
<dt>Runs</dt><dd><a href="${pathTo("behaviors", behavior)}">${behavior}</a> ${method}</dd>
<dt>When</dt><dd><code>${cron}</code> ${timezone}</dd>
<dt>Next</dt><dd>${
    paused !== null
      ? html`<strong>paused</strong> by ${paused.by} since ${when(paused.at)}`
      : nextRuns.length === 0
      ? "never"
      : html`<ol class="times">${nextRuns.map((at) => html`<li>${whenIn(at, zone)}</li>`)}</ol>`
  }</dd>
<dt>Last</dt><dd>${
    lastRun === null
      ? "has not run yet"
      : html`<a href="${pathTo("runs", lastRun.id)}">${statusWord(lastRun.status)}</a> ${
        lastRun.at === null ? "" : whenIn(lastRun.at, zone)
      } ${lastRun.error ?? ""}`
  }</dd>
${withoutRun(schedule, zone)}</dl>${buttons(visit, schedule)}`;
}

/** Times at which nothing ran, and why. */
function withoutRun(
  { missed, lastSkipped, lastRefused }: ScheduleView,
  zone: string,
): (Html | string)[] {
  return [
    missed === null ? "" : html`
      <dt>Missed</dt>
      <dd>${missed.count}${missed.more ? " or more" : ""}, as no server was running; last ${whenIn(
        missed.last,
        zone,
      )}</dd>
    `,
    lastSkipped === null ? "" : html`
      <dt>Skipped</dt>
      <dd>${whenIn(lastSkipped.at, zone)}: ${lastSkipped.why}</dd>
    `,
    lastRefused === null ? "" : html`
      <dt>Refused</dt>
      <dd>${whenIn(lastRefused.at, zone)}: ${lastRefused.why}</dd>
    `,
  ];
}

function buttons({ caller }: Visit, schedule: ScheduleView): Html | string {
  const { name, behavior, method, paused } = schedule;
  if (!mayRun(caller.rights, behavior, method)) return "";
  const button = (action: string, words: string, fields: Html | string = "") => {
    const path = pathTo("schedules", name, action);
    return html`<form method="post" action="${path}">${fields}
<button>${words} <span class="visually-hidden">${name}</span></button></form>`;
  };
  return html`<div class="actions">${button("run", "Run now", onceField())}${
    paused === null ? button("pause", "Pause") : button("resume", "Resume")
  }</div>`;
}
