import { authorOf, wroteIt } from "../../../access/author/author.ts";
import { callApi, field, readForm, refusalText } from "../../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit, Visit } from "../../../access/page/visit.ts";
import { noSuchIssue } from "../issue.ts";
import { type ReadIssue, readIssue } from "../read.ts";
import { viewerOf } from "../viewer.ts";
import { subjectPage } from "./about.ts";
import { changeIn, type ChangeRights } from "./change_form.tsx";
import { IssuePage, type RefusedOnIssue } from "./issue.tsx";

/** Of a large collective so many members can be chosen on the page; the interface takes all. */
const MOST_ASSIGNABLE = 100;

/** POST /lab/{number}: adds a comment. */
export async function commentOnPage(visit: SignedInVisit): Promise<Rendered | Response> {
  const number = numberOf(visit);
  const text = field(await readForm(visit), "body");
  const answer = await callApi(visit, `POST /api/v1/lab/issues/${number}/comments`, {
    body: text,
  });
  if (answer.ok) return redirect(`/lab/${number}`);
  if (answer.status === 404) throw noSuchIssue();
  const error = refusalText(answer.error);
  return { ...await showIssue(visit, { form: "comment", text, error }), status: answer.status };
}

/** POST /lab/{number}/change: what differs from what the form showed, and nothing else. */
export async function changeOnPage(visit: SignedInVisit): Promise<Rendered | Response> {
  const number = numberOf(visit);
  const body = changeIn(await readForm(visit));
  if (Object.keys(body).length === 0) return redirect(`/lab/${number}`);
  const answer = await callApi(visit, `PATCH /api/v1/lab/issues/${number}`, body);
  if (answer.ok) return redirect(`/lab/${number}`);
  if (answer.status === 404) throw noSuchIssue();
  const error = refusalText(answer.error);
  return { ...await showIssue(visit, { form: "change", text: "", error }), status: answer.status };
}

/** GET /lab/{number}, and why a form on it was refused. */
export async function showIssue(visit: Visit, refused?: RefusedOnIssue): Promise<Rendered> {
  const { services, site, principal, frame, now } = visit;
  const number = numberOf(visit);
  const read = await readIssue(services, viewerOf(services, principal), number);
  const { issue } = read;
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
        here={`/lab/${number}`}
        issue={issue}
        about={await subjectPage(visit, {
          ...(issue.extension !== null && { extension: issue.extension }),
          ...(issue.collective !== null && { collective: issue.collective }),
        })}
        steps={read.lifecycle.filter(({ isVerbose }) => !isVerbose)}
        body={body!}
        comments={comments}
        rights={await rightsOf(visit, read)}
        refused={refused}
        now={now}
      />
    ),
  };
}

/** What the viewer may change: nothing, unless they wrote the issue or administer it. */
async function rightsOf(
  visit: Visit,
  { issue, administers, author }: ReadIssue,
): Promise<ChangeRights | undefined> {
  const { principal } = visit;
  if (principal.kind === "anonymous") return undefined;
  if (!administers && !wroteIt(authorOf(principal), author)) return undefined;
  const query = issue.collective === null
    ? ""
    : `?${new URLSearchParams({ collective: issue.collective })}`;
  const answer = await callApi<{ assignees: ChangeRights["assignable"] }>(
    visit,
    `GET /api/v1/lab/assignees${query}`,
  );
  const known = new Set(issue.assignees.map(({ userId }) => userId));
  const others = answer.ok ? answer.body.assignees.filter(({ userId }) => !known.has(userId)) : [];
  return {
    administers,
    assignable: [...issue.assignees, ...others.slice(0, MOST_ASSIGNABLE)],
  };
}

function numberOf({ context }: Visit): number {
  const text = context.req.param("number") ?? "";
  if (!/^[1-9][0-9]{0,15}$/.test(text)) throw noSuchIssue();
  return Number(text);
}
