import { callApi, refusalText } from "../../access/page/call_api.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { redirect } from "../../platform/web/page/redirect.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { Visit } from "../../access/page/visit.ts";
import { noSuchIssue } from "./issue.ts";
import { IssueListPage, IssuePage } from "./pages.tsx";
import { listIssues, readIssue } from "./read.ts";
import { viewerOf } from "./viewer.ts";

const PER_PAGE = 25;
const MOST_PAGES = 10_000;

/** GET /lab: the issues the visitor may see. */
export async function showIssues(visit: Visit): Promise<Rendered> {
  const { services, principal, url, frame, now } = visit;
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, 200);
  const page = Math.min(MOST_PAGES, Math.max(1, Number(url.searchParams.get("page")) || 1));
  const { issues, total } = await listIssues(
    services.db,
    services.config.baseUrl,
    viewerOf(services, principal),
    { q, limit: PER_PAGE, offset: (Math.floor(page) - 1) * PER_PAGE },
  );
  const shown = { issues, total, page: Math.floor(page), perPage: PER_PAGE, query: q, now };
  return { page: <IssueListPage {...frame} {...shown} /> };
}

/** GET /lab/{number} */
export async function showIssue(visit: Visit): Promise<Rendered> {
  return await issuePage(visit, undefined);
}

/** POST /lab/{number}: adds a comment. */
export async function commentOnPage(visit: Visit): Promise<Rendered | Response> {
  signedIn(visit);
  const number = numberOf(visit);
  const text = field(await readForm(visit), "body");
  const answer = await callApi(visit, {
    method: "POST",
    path: `/api/v1/lab/issues/${number}/comments`,
    body: { body: text },
  });
  if (answer.ok) return redirect(`/lab/${number}`);
  if (answer.status === 404) throw noSuchIssue();
  const shown = await issuePage(visit, { text, error: refusalText(answer.error) });
  return { ...shown, status: answer.status };
}

async function issuePage(
  visit: Visit,
  refused: { text: string; error: string } | undefined,
): Promise<Rendered> {
  const { services, site, principal, frame, now } = visit;
  const viewer = viewerOf(services, principal);
  const { db, config } = services;
  const { issue } = await readIssue(db, config.baseUrl, viewer, numberOf(visit));
  const [body, ...texts] = await site.prose.all(
    [issue.body, ...issue.comments.map((comment) => comment.body ?? "")],
    { idPrefix: "issue-", headingShift: 2 },
  );
  const comments = issue.comments.map(({ authorUsername, createdAt }, index) => ({
    author: authorUsername,
    createdAt,
    body: texts[index]!,
  }));
  return {
    page: (
      <IssuePage
        {...frame}
        issue={issue}
        body={body!}
        comments={comments}
        refused={refused}
        now={now}
      />
    ),
  };
}

function numberOf({ context }: Visit): number {
  const text = context.req.param("number") ?? "";
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw noSuchIssue();
  return Number(text);
}
