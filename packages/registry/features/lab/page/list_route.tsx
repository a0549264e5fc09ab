import { ISSUE_TYPES } from "@svc/core/lab";
import type { Rendered, Visit } from "../../../access/page/visit.ts";
import { listIssues } from "../read.ts";
import { viewerOf } from "../viewer.ts";
import { subjectIn, subjectPage } from "./about.ts";
import { type IssueFilter, IssueListPage } from "./list.tsx";

const PER_PAGE = 25;
const MOST_PAGES = 10_000;

/** GET /lab: the issues the visitor may see, all or those about one thing; the open ones first asked. */
export async function showIssues(visit: Visit): Promise<Rendered> {
  const { services, principal, url, frame, now } = visit;
  const query = url.searchParams;
  const subject = subjectIn(query);
  const filter = filterIn(query);
  const type = ISSUE_TYPES.find((each) => each === filter.type);
  const page = Math.floor(Math.min(MOST_PAGES, Math.max(1, Number(query.get("page")) || 1)));
  const { issues, total } = await listIssues(services, viewerOf(services, principal), {
    ...subject,
    q: filter.q,
    type,
    state: filter.state === "all" ? undefined : filter.state,
    assignee: filter.assignee === "" ? undefined : filter.assignee,
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  });
  return {
    page: (
      <IssueListPage
        {...frame}
        subject={subject}
        home={await subjectPage(visit, subject)}
        filter={{ ...filter, type: type ?? "" }}
        issues={issues}
        total={total}
        page={page}
        perPage={PER_PAGE}
        now={now}
      />
    ),
  };
}

function filterIn(query: URLSearchParams): IssueFilter {
  const text = (name: string, longest: number) => (query.get(name) ?? "").trim().slice(0, longest);
  const state = query.get("state");
  return {
    q: text("q", 200),
    state: state === "closed" || state === "all" ? state : "open",
    type: text("type", 20),
    assignee: text("assignee", 64).replace(/^@/, ""),
  };
}
