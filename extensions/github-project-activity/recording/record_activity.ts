import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import { fullName } from "../../platform/repository_name.ts";
import { storedBody, storedDocument } from "../../platform/stored_text.ts";
import { terminalLine } from "../../platform/terminal.ts";
import type { LedgerContext } from "../context/context.ts";
import { documentName, givenSubject, ownRepository } from "../naming/names.ts";
import {
  type ActivityEvent,
  activityEventSchema,
  type LedgerEvent,
  VISIBILITIES,
} from "../outputs/activity_event.ts";
import { defineMethod } from "../../platform/method.ts";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";

/** An event that a person records. */
const recordedEvent = z.strictObject({
  eventType: z.string().min(1).max(100).default("note").describe(
    "Kind of event",
  ),
  summary: z.string().min(1).max(1000).default("Something happened").describe(
    "What happened, in one line",
  ),
  subjectType: z.enum(SUBJECT_TYPES).optional().describe("pr or issue"),
  subjectNumber: z.number().int().positive().optional().describe("Its number"),
  visibility: z.enum(VISIBILITIES).default("private").describe("Who can see it"),
  body: z.string().max(65_536).optional().describe("Details, in Markdown"),
  at: z.iso.datetime({ offset: true }).optional().describe(
    "When it happened, ISO 8601 (default: now)",
  ),
  actor: z.string().min(1).max(100).optional().describe("Who did it"),
  url: z.url().max(2048).optional().describe("URL with more details"),
  tags: z.array(z.string().min(1).max(100)).max(50).default([]).describe("Tags"),
  artifactRefs: z.array(z.string().min(1).max(300)).max(50).default([]).describe(
    "Names of artifacts",
  ),
});

/**
 * Records an event as a document of its own. The same id is the same event: told again in the same
 * words it stays as it is. Without an id, each call is another event.
 *
 * @throws PlatformFailure `refused` for half of a subject, `conflict` when the id belongs to an event
 *   with another content.
 */
export const recordActivity = defineMethod({
  description: "Record a custom event",
  kind: "create",
  arguments: z.object({
    id: z.string().min(1).max(200).optional().describe(
      "Id of the event: the same id is the same event",
    ),
    event: recordedEvent.prefault({}).describe("The event"),
  }),
  async execute(
    { id: givenId, event: given },
    { globalArgs, logger, readResource, writeResources }: LedgerContext,
    now: Date = new Date(),
  ) {
    const id = givenId ?? crypto.randomUUID();
    const what = `the event ${terminalLine(id)}`;
    const subject = givenSubject(given, what);
    const repository = ownRepository(globalArgs);
    const name = documentName("activityevent", repository, "recorded", id);
    const stored = await readResource(name);
    const before = stored === null ? null : activityEventSchema.safeParse(stored).data ?? "broken";
    if (before === "broken") throw conflict(what, name, "is stored in a form that cannot be read");

    const known = before?.events[0];
    const event = toEvent(id, given, known?.at ?? now.toISOString());
    const document: ActivityEvent = {
      repo: repository === null ? null : fullName(repository),
      subjectType: subject?.subjectType ?? null,
      number: subject?.number ?? null,
      source: "recorded",
      part: 1,
      parts: 1,
      events: [event],
      fetchedAt: before?.fetchedAt ?? now.toISOString(),
    };
    const changed = before === null ? [] : differences(before, document);
    if (changed.length > 0) {
      throw conflict(what, name, `is already recorded, with another ${changed.join(", ")}`);
    }
    // What is recorded already is written again as it is: that makes no version, and gives its handle.
    const dataHandles = await writeResources([{ spec: "activityEvent", name, data: document }]);
    const outcome = before === null ? "Recorded" : "There is nothing new about";
    logger.info("{outcome} {what}, {visibility}", { outcome, what, visibility: event.visibility });
    return { dataHandles };
  },
});

/** Names of what differs between the event that is stored and the one that was told. */
function differences(before: ActivityEvent, after: ActivityEvent): string[] {
  const fields = (document: ActivityEvent): Record<string, unknown> => ({
    repo: document.repo,
    subjectType: document.subjectType,
    subjectNumber: document.number,
    ...document.events[0],
  });
  const [one, other] = [fields(before), fields(after)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names]
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .map((name) => name === "type" ? "eventType" : name);
}

function conflict(what: string, name: string, reason: string): PlatformFailure {
  return new PlatformFailure("conflict", {
    what,
    reason,
    hint: `Nothing was changed. Use another id, or delete ${name} with 'svc data delete' first`,
  });
}

/** An event as it is stored. `at` is used when the event does not say when it was. */
function toEvent(id: string, given: z.infer<typeof recordedEvent>, at: string): LedgerEvent {
  const { body, bodyTruncated } = storedBody(given.body);
  return storedDocument({
    id,
    type: given.eventType,
    actor: given.actor ?? null,
    actorType: null,
    at: given.at === undefined ? at : new Date(given.at).toISOString(),
    ...(body === null ? {} : { body, bodyTruncated }),
    ...(given.url === undefined ? {} : { url: given.url }),
    visibility: given.visibility,
    summary: given.summary,
    tags: given.tags,
    artifactRefs: given.artifactRefs,
  });
}
