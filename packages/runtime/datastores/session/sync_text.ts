import { visibleLine } from "@svc/core/text";
import type { OrderedVersion } from "../exchange/overtaken.ts";
import type { SyncResult } from "../sync_result.ts";

/** Lines of a long list that are shown. */
const SHOWN = 5;

/** What a person should know of a sync that went well: a line each, the first few of many. */
export function warningsOf(result: SyncResult): string[] {
  const { renumbered, overtaken, ahead, refused, lost } = result;
  const told = new Set(overtaken.map(({ id }) => id));
  const lines = [
    ...(lost === 0 ? [] : [
      `The datastore has lost ${lost} ${
        lost === 1 ? "version" : "versions"
      } that it had; sent again.`,
    ]),
    ...overtaken.map(overtakenText),
    ...ahead.map(aheadText),
    ...renumbered.filter(({ id }) => !told.has(id)).map(({ behavior, name, from, to }) =>
      `Version ${from} of ${name} of ${behavior} is now version ${to}: another machine wrote a ` +
      `version ${from} of its own first.`
    ),
    ...refused.map(({ path, why }) => `Skipped ${path} in the datastore: ${why}`),
  ];
  const more = lines.length - SHOWN;
  return more <= 1
    ? lines
    : [...lines.slice(0, SHOWN), `… and ${more} more; 'svc datastore sync' lists them.`];
}

/** Whose version is older than another's with a lower number, and when both were written. */
export function overtakenText({ behavior, name, by, ...one }: SyncResult["overtaken"][number]) {
  return `Version ${one.version} of ${name} of ${behavior}, written ${momentOf(one)}, ` +
    `is not the latest: version ${by.version} was written later, ${momentOf(by)}.`;
}

/** Whose clock differs from the one here. */
export function aheadText({ behavior, name, version, ...one }: SyncResult["ahead"][number]) {
  return `Version ${version} of ${name} of ${behavior} was written ${momentOf(one)}, ` +
    "which is in the future: one of the clocks is wrong. Check which version should be the latest.";
}

function momentOf(
  { writtenAt, writtenBy }: Pick<OrderedVersion, "writtenAt" | "writtenBy">,
): string {
  const when = writtenAt.slice(0, 19).replace("T", " ");
  return visibleLine(writtenBy === undefined ? when : `${when} on ${writtenBy}`);
}
