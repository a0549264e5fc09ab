import { type Call, invalid, json, paged, Refusal } from "../call/mod.ts";
import { firstPlace, type Issue, type Project, type State, wholeSeconds } from "../state/mod.ts";

/** How a list of issues is sorted: the value that comes first, and then the number. */
type Key = (issue: Issue, state: State) => string | number;

const KEYS: Readonly<Record<string, Key>> = {
  created: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  comments: (issue, { comments }) => comments.of(issue).length,
};

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
  const { list, key, descending } = asked(call, project);
  const query = call.url.searchParams;
  const size = Math.min(100, Math.max(1, Number(query.get("per_page") ?? 30) || 30));
  const page = Number(query.get("page") ?? 1);
  const { large } = call.state.paging;
  if (list.length < large && !query.has("after")) {
    return paged(call, list, shape);
  }
  if (page > 1 && page * size >= large && !query.has("after")) {
    throw new Refusal(
      422,
      "Pagination with the page parameter is not supported for large datasets, please use cursor based pagination (after/before)",
    );
  }
  const after = query.get("after");
  const start = after === null
    ? (page - 1) * size
    : firstPlace(list, isBehind(read(after), key, descending));
  const shown = list.slice(start, start + size);
  const headers = new Headers();
  if (start + size < list.length) {
    const next = new URL(call.url);
    next.searchParams.delete("page");
    next.searchParams.set("after", written(shown.at(-1)!, key));
    headers.set("link", `<${next}>; rel="next"`);
  }
  return json(shown.map(shape), 200, headers);
}

interface Asked {
  list: readonly Issue[];
  key(issue: Issue): string | number;
  descending: boolean;
}

/** The issues that a call asks for, in its order. */
function asked({ state, url }: Call, project: Project): Asked {
  const query = url.searchParams;
  const ordered = state.issues.of(project);
  const sort = query.get("sort") ?? "created";
  const keyed = KEYS[sort] ?? KEYS.created!;
  const key = (issue: Issue) => keyed(issue, state);
  const descending = query.get("direction") !== "asc";
  const since = query.get("since");
  const from = since === null ? 0 : ordered.from(wholeSeconds(since));
  const changed = ordered.all().slice(from);
  const kept = isFiltered(query) ? changed.filter(filterOf(query)) : changed;
  const list = sort === "updated"
    ? kept
    : kept.toSorted((a, b) => compare([key(a), a.id], [key(b), b.id]));
  return { list: descending ? list.toReversed() : list, key, descending };
}

/** Whether a query leaves anything out; without, tens of thousands need no look. */
const isFiltered = (query: URLSearchParams): boolean =>
  query.get("state") !== "all" ||
  ["labels", "assignee", "creator"].some((name) => query.has(name));

/** Whether an issue is among those that a query asks for. */
function filterOf(query: URLSearchParams): (issue: Issue) => boolean {
  const state = query.get("state") ?? "open";
  const labels = query.get("labels")?.toLowerCase().split(",").map((one) => one.trim()) ?? [];
  const [assignee, creator] = ["assignee", "creator"].map((name) => query.get(name));
  return (issue) =>
    (state === "all" || (state === "open") === issue.open) &&
    labels.every((name) => issue.labels.some((label) => label.name.toLowerCase() === name)) &&
    among(assignee!, issue.assignees) &&
    (!creator || issue.author === creator);
}

/** `none`, `*` for any, or exactly one. */
const among = (wanted: string | null, all: readonly string[]): boolean =>
  !wanted ||
  (wanted === "none" ? all.length === 0 : wanted === "*" ? all.length > 0 : all.includes(wanted));

type Place = [value: string | number, id: number];

const compare = (a: Place, b: Place): number => a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1;

const isBehind = (place: Place, key: Asked["key"], descending: boolean) => (issue: Issue) => {
  const difference = compare([key(issue), issue.id], place);
  return descending ? difference < 0 : difference > 0;
};

const written = (issue: Issue, key: Asked["key"]): string =>
  btoa(JSON.stringify([key(issue), issue.id]));

function read(cursor: string): Place {
  try {
    return JSON.parse(atob(cursor));
  } catch {
    throw invalid([], "The after cursor is not valid");
  }
}
