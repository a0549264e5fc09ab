import type { SyncResult } from "../sync_result.ts";

/** Lines of a long list that are shown. */
const SHOWN = 5;

/** What a person should know of a sync that went well: a line each, the first few of many. */
export function warningsOf({ renumbered, refused, lost }: SyncResult): string[] {
  const lines = [
    ...(lost === 0 ? [] : [
      `The datastore has lost ${lost} ${
        lost === 1 ? "version" : "versions"
      } that it had; sent again.`,
    ]),
    ...renumbered.map(({ behavior, name, from, to }) =>
      `Version ${from} of ${name} of ${behavior} is now version ${to}: another machine wrote a ` +
      `version ${from} of its own first.`
    ),
    ...refused.map(({ path, why }) => `Left ${path} in the datastore alone: ${why}`),
  ];
  const more = lines.length - SHOWN;
  return more <= 1
    ? lines
    : [...lines.slice(0, SHOWN), `… and ${more} more; 'svc datastore sync' lists them.`];
}
