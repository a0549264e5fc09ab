import { isRecord } from "@svc/core/json";
import { instantText } from "@svc/core/text";
import { Field, Select } from "@svc/http/page";
import { AUDIT_ACTION_NAMES, AUDIT_ACTIONS } from "../../access/audit/actions.ts";
import type { AuditEntry } from "../audit/schema.ts";
import type { Settings } from "./settings.ts";
import { Rows } from "../../platform/web/components/rows.tsx";

/** What the address may ask for; the interface has the same names. */
const FILTERS = ["action", "extension", "username"] as const;

/** What was done to a collective and what it owns, newest first, a page at a time. */
export async function auditPage(settings: Settings) {
  const { base, query, read, collective } = settings;
  const filter = new URLSearchParams(
    FILTERS.flatMap((name) => {
      const value = query.get(name)?.replace(/^@(?!.*\/)/, "").slice(0, 200) ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
  const asked = new URLSearchParams(filter);
  const cursor = query.get("cursor");
  if (cursor !== null) asked.set("cursor", cursor);
  const { events, nextCursor } = await read<{ events: AuditEntry[]; nextCursor: string | null }>(
    `/audit?${asked}`,
  );
  const place = `/api/v1/collectives/${collective.slug}/audit/export`;
  return (
    <>
      <p>
        What was done to @{collective.slug}, its members, tokens and extensions. Owners and admins
        read it. Events are kept for 400 days; from which network and with what client, for 90.
      </p>
      <form class="inline-form list-bar" method="get" action={`${base}/audit`} role="search">
        <Select
          name="action"
          label="Event"
          value={filter.get("action") ?? ""}
          options={[["", "all"], ...AUDIT_ACTION_NAMES.map((name) => [name, name] as const)]}
        />
        <Field name="extension" label="Extension" value={filter.get("extension") ?? ""} />
        <Field name="username" label="Person" value={filter.get("username") ?? ""} />
        <button type="submit">Show</button>
      </form>
      <Rows
        rows={events.map((event) => <EventRow event={event} />)}
        empty="There are no such events."
      />
      <nav class="pagination" aria-label="Pages">
        <a href={`${place}?${filter}`}>Download as JSON lines</a>
        {nextCursor === null ? null : (
          <a
            rel="next"
            href={`${base}/audit?${new URLSearchParams([...filter, ["cursor", nextCursor]])}`}
          >
            Older events
          </a>
        )}
      </nav>
    </>
  );
}

function EventRow({ event }: { event: AuditEntry }) {
  const { at, action, person, extension, by } = event;
  const said = (AUDIT_ACTIONS as Readonly<Record<string, string>>)[action] ?? action;
  const more = [
    ...detailsText(event.details),
    ...(by.keyStart === null ? [] : [`key: ${by.keyStart}…`]),
    ...(event.network === null ? [] : [`from ${event.network}`]),
    ...(event.client === null ? [] : [`with ${event.client}`]),
    ...(event.logIndex === null ? [] : [`entry ${event.logIndex} of the log`]),
  ];
  return (
    <li>
      <div class="row-text">
        <b>{actorText(event)}</b> {said}
        {extension === null ? null : (
          <>
            : <a href={`/extensions/${extension}`}>{extension}</a>
          </>
        )}
        {person === null || person === by.username ? null : (
          <>
            : <a href={`/u/${person}`}>{person}</a>
          </>
        )}
        <p class="quiet">
          <time datetime={at}>{instantText(new Date(at))}</time>
          {more.map((part) => <>, {part}</>)}
        </p>
      </div>
    </li>
  );
}

function actorText({ by: { credential, username, token } }: AuditEntry): string {
  if (credential === "operator") return "The operator";
  if (credential === "registry") return "The registry";
  if (credential === "publishToken") return "A CI job";
  if (credential === "collectiveToken") {
    return token === null ? "A deleted token" : `Token ${token}`;
  }
  return username ?? "Somebody whose account is deleted";
}

/** Details that tell machines apart; the export has them. */
const IDS = [
  "tokenId",
  "invitationId",
  "instanceId",
  "publisher",
  "issuer",
  "checksum",
  "hint",
  "staged",
];

function detailsText(details: AuditEntry["details"]): string[] {
  const { from, to, ...others } = details;
  return [
    ...(from === undefined ? [] : [changeText(from, to)]),
    ...Object.entries(others).filter(([name]) => !IDS.includes(name))
      .map(([name, value]) => `${wordsOf(name)}: ${detailText(value)}`),
  ];
}

/** `embargoHours` is shown as "embargo hours". */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A detail, or what it was before and is now. */
function detailText(value: unknown): string {
  if (typeof value === "object" && value !== null && "from" in value && "to" in value) {
    return changeText(value.from, value.to);
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function changeText(from: unknown, to: unknown): string {
  if (isRecord(from) && isRecord(to)) {
    // Of a rule with many parts, those that were changed.
    return Object.keys(to).filter((name) => from[name] !== to[name])
      .map((name) => `${wordsOf(name)} ${changeText(from[name], to[name])}`).join("; ");
  }
  return `${detailText(from)} → ${detailText(to)}`;
}
