import { isSvcError } from "@svc/core/error";
import { Field, type Html } from "@svc/http/page";
import { html } from "hono/html";
import { inZone } from "../schedules/mod.ts";
import { assertTimeZone } from "../schedules/zone.ts";
import type { Visit } from "./visit.ts";

/** The cookie that keeps the zone; it says nothing of who has it. */
const COOKIE = "svc-zone";

/** The zone in which a visitor reads times. */
export interface Zone {
  /** Undefined for that of each schedule. */
  name: string | undefined;
  form: Html;
  /** Keeps what the visitor has chosen just now. */
  cookie: string | undefined;
}

/** The zone that a visitor chooses on this page or chose before. No script is needed to tell it. */
export function zoneOf({ url, request }: Visit): Zone {
  const given = url.searchParams.get("zone")?.trim();
  const kept = /(?:^|;\s*)svc-zone=([A-Za-z0-9_+/-]+)/.exec(request.headers.get("cookie") ?? "")
    ?.[1];
  const asked = given ?? kept ?? "";
  const problem = asked === "" ? undefined : problemOf(asked);
  const name = asked === "" || problem !== undefined ? undefined : asked;
  return {
    name,
    form: html`<form class="filters one-field sheet" method="get" aria-label="Time zone">
${
      Field({
        name: "zone",
        label: "Your time zone",
        value: asked,
        maxlength: 64,
        hint: "Europe/Berlin; blank for that of each schedule",
        error: given === undefined ? undefined : problem,
      })
    }
<p class="actions"><button>Show times in it</button></p></form>`,
    cookie: given === undefined || problem !== undefined
      ? undefined
      : `${COOKIE}=${given}; Path=/; SameSite=Lax; HttpOnly; Max-Age=${
        given === "" ? 0 : 31_536_000
      }`,
  };
}

/** A time as the clock of a zone shows it, with the exact one beside it. */
export function whenIn(time: string | null, zone: string): Html | string {
  if (time === null) return "–";
  return html`<time datetime="${time}">${inZone(time, zone)}</time>`;
}

function problemOf(name: string): string | undefined {
  try {
    assertTimeZone(name);
    return undefined;
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return `${error.message}. ${error.hint ?? ""}`;
  }
}
