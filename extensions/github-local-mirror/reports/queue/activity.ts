import type { SubjectEvent } from "../../../platform/subjects/event.ts";
import type { PrRevision } from "../../outputs/pull_requests.ts";

/**
 * Entries that nobody made on the pull request itself: being named or subscribed is not an activity, and
 * times of commits are whatever their author wrote.
 */
const NO_ACTIVITY: ReadonlySet<string> = new Set([
  "committed",
  "cross-referenced",
  "mentioned",
  "referenced",
  "subscribed",
  "unsubscribed",
]);

/** What is looked at to find out when a person did something last. */
interface Looked {
  revision: PrRevision | null;
  pushedByBot: boolean | null;
  events: readonly SubjectEvent[];
}

/**
 * When a person did something on the pull request last: opened it, wrote, reviewed, changed or pushed.
 * What a bot or an account that is gone did does not count, nor a push that may be a bot's.
 *
 * @returns ISO 8601; null when not even the time it was opened can be read
 */
export function lastActivity(
  { createdAt, authorType }: { createdAt: string; authorType: string | null },
  { revision, pushedByBot, events }: Looked,
): string | null {
  const times = [createdAt];
  for (const { type, actor, actorType, at, updatedAt } of events) {
    if (actor === null || actorType === "bot" || NO_ACTIVITY.has(type)) continue;
    times.push(at, ...(updatedAt === undefined ? [] : [updatedAt]));
  }
  const pushed = revision !== null && revision.kind !== "opened";
  if (pushed && authorType !== "bot" && pushedByBot === false) times.push(revision.observedAt);
  const known = times.filter((time) => !Number.isNaN(Date.parse(time)));
  return known.length === 0
    ? null
    : known.reduce((newest, time) => Date.parse(time) > Date.parse(newest) ? time : newest);
}

/** Whether a commit says that a bot made it, as the platform's bots do. */
export function isByBot({ name, email }: { name: string; email: string }): boolean {
  return name.endsWith("[bot]") || /\[bot\]@/.test(email);
}

/** Whether two logins are one account: the platform ignores their case. */
export function sameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether a login is that of a bot, as the platform writes them. */
export function isLoginOfBot(login: string): boolean {
  return login.endsWith("[bot]");
}
