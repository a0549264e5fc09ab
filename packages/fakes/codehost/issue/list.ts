import { asked, type Call, cursored, invalid, paged, Refusal } from "../call/mod.ts";
import { firstPlace, type Issue, type Project, wholeSeconds } from "../state/mod.ts";

/** What issues can also be listed by, and not here. */
const NOT_READ = ["assignee", "mentioned", "milestone", "type"];

/** Where an issue stands in a sorted list: by a time, and then by its id. */
type Place = [time: string, id: number];

/**
 * A page of the issues that a call asks for. Lists of very many have no page numbers: their `Link`
 * leads on by a cursor, which stands for the last issue of a page and not for a place in the list.
 *
 * @throws Refusal 422 for a page number that is too high
 */
export function pageOfIssues(
  call: Call,
  project: Project,
  shape: (issue: Issue) => object,
): Response {
  const sort = asked(call, "sort") ?? "created";
  for (const name of NOT_READ) {
    if (asked(call, name) !== null) throw new Error(`the stand-in lists no issues by ${name}`);
  }
  if (sort === "comments") throw new Error("the stand-in sorts no issues by comments");
  const placeOf = ({ id, createdAt, updatedAt }: Issue): Place => [
    sort === "updated" ? updatedAt : createdAt,
    id,
  ];
  const since = asked(call, "since");
  const kept = call.state.issues.changed(project, since && wholeSeconds(since))
    .filter(askedFor(call));
  const sign = asked(call, "direction") === "asc" ? 1 : -1;
  const list = kept.toSorted((a, b) => sign * compare(placeOf(a), placeOf(b)));

  const after = asked(call, "after");
  const { large } = call.state.paging;
  if (list.length < large && after === null) return paged(call, list, shape);
  const [page, size] = [Number(asked(call, "page") ?? 1), Number(asked(call, "per_page") ?? 30)];
  if (page > 1 && page * size >= large && after === null) {
    throw new Refusal(
      422,
      "Pagination with the page parameter is not supported for large datasets, please use cursor based pagination (after/before)",
    );
  }
  const place = after === null ? undefined : read(after);
  const start = place === undefined
    ? (page - 1) * size
    : firstPlace(list, (issue) => sign * compare(placeOf(issue), place) > 0);
  return cursored(call, list, start, (last) => btoa(JSON.stringify(placeOf(last))), shape);
}

/** Tells whether an issue is among those that a call asks for. */
function askedFor(call: Call): (issue: Issue) => boolean {
  const state = asked(call, "state") ?? "open";
  const creator = asked(call, "creator");
  const labels = asked(call, "labels")?.toLowerCase().split(",").map((one) => one.trim()) ?? [];
  return (issue) =>
    (state === "all" || (state === "open") === issue.open) &&
    (creator === null || issue.author === creator) &&
    labels.every((name) => issue.labels.some((label) => label.name.toLowerCase() === name));
}

const compare = (a: Place, b: Place): number => a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1;

function read(cursor: string): Place {
  try {
    return JSON.parse(atob(cursor));
  } catch {
    throw invalid([], "The after cursor is not valid");
  }
}
