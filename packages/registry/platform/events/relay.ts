import { parsedJson } from "@svc/core/json";
import { z } from "zod";
import type { EventMap, Events } from "./events.ts";

/** The channel of Postgres on which processes tell each other what they changed. */
export const CHANNEL = "svc";

/** Events that reach other processes: those that end something kept in memory. */
const RELAYED = {
  "credential.ended": z.object({ ids: z.array(z.string()) }),
  "sessions.ended": z.object({}),
  "collective.changed": z.object({ collectiveId: z.string() }),
  "extension.changed": z.object({
    extensionId: z.string(),
    name: z.string(),
    only: z.literal("pulls").exactOptional(),
  }),
  "profile.changed": z.object({}),
  "feed.changed": z.object({}),
  "store.changed": z.object({}),
} satisfies { [Name in keyof EventMap]?: z.ZodType<EventMap[Name]> };

/**
 * Sends on what another process told: `["extension.changed", {…}]`. What is not understood, as from
 * a newer release, counts as `store.changed`.
 */
export function relay(events: Events, notice: string): void {
  const [name, event] = read(notice) ?? ["store.changed" as const, {}];
  events.emit(name, event as never);
}

function read(notice: string) {
  const told = parsedJson(notice);
  if (!Array.isArray(told) || !Object.hasOwn(RELAYED, told[0])) return undefined;
  const name = told[0] as keyof typeof RELAYED;
  const { data } = RELAYED[name].safeParse(told[1]);
  return data === undefined ? undefined : [name, data] as const;
}
