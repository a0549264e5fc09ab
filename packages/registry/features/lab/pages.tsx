import { raw } from "hono/html";
import { Field } from "../../platform/web/components/field.tsx";
import { Notice } from "../../platform/web/components/notice.tsx";
import { Pagination } from "../../platform/web/components/pagination.tsx";
import { When } from "../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import type { SafeHtml } from "../../platform/web/markdown/safe_html.ts";
import type { Issue } from "@svc/core/wire";

interface IssueListProps extends PageFrame {
  issues: Issue[];
  total: number;
  page: number;
  perPage: number;
  query: string;
  now: Date;
}

/** The issues a visitor may see, newest first. */
export function IssueListPage(props: IssueListProps) {
  const { issues, total, page, perPage, query, now } = props;
  const search = query === "" ? "" : `&q=${encodeURIComponent(query)}`;
  return (
    <Layout title="Lab" viewer={props.viewer} here={props.here}>
      <h1>Lab</h1>
      <p class="lede">What is asked for and what is being worked on.</p>
      <form class="form" method="get" action="/lab">
        <Field name="q" label="Words in title or text" value={query} maxlength={200} />
        <button type="submit">Search</button>
      </form>
      {issues.length === 0 ? <p class="quiet">No issue matches.</p> : (
        <ul class="rows sheet">
          {issues.map((issue) => (
            <li>
              <div class="row-text">
                <a href={`/lab/${issue.number}`}>{issue.title}</a>
                <p class="quiet">
                  #{issue.number} by {issue.authorUsername}, <When at={issue.createdAt} now={now} />
                  {issue.extension === null ? null : `, about ${issue.extension}`}
                </p>
              </div>
              <Chips issue={issue} />
            </li>
          ))}
        </ul>
      )}
      <Pagination meta={{ total, page, perPage }} href={(to) => `/lab?page=${to}${search}`} />
    </Layout>
  );
}

interface IssuePageProps extends PageFrame {
  issue: Issue;
  body: SafeHtml;
  comments: { author: string; createdAt: string; body: SafeHtml }[];
  /** What was typed and refused, and why. */
  refused?: { text: string; error: string } | undefined;
  now: Date;
}

/** One issue with its comments, and a way to answer. */
export function IssuePage(props: IssuePageProps) {
  const { issue, comments, now } = props;
  return (
    <Layout
      title={`${issue.title} · #${issue.number}`}
      viewer={props.viewer}
      here={props.here}
      noIndex={issue.hidden || issue.type === "security"}
    >
      <header class="plate">
        <h1>{issue.title}</h1>
        <p>
          #{issue.number} by {issue.authorUsername}, <When at={issue.createdAt} now={now} />
          {issue.extension === null ? null : (
            <>
              , about{" "}
              <a href={`/extensions/${encodeURIComponent(issue.extension)}`}>{issue.extension}</a>
            </>
          )}
        </p>
        <Chips issue={issue} />
      </header>
      <div class="prose">{raw(props.body)}</div>
      <section aria-labelledby="comments">
        <h2 id="comments">Comments</h2>
        {comments.length === 0 ? <p class="quiet">Nobody has commented yet.</p> : null}
        {comments.map((comment) => (
          <article class="sheet">
            <p class="quiet">
              {comment.author}, <When at={comment.createdAt} now={now} />
            </p>
            <div class="prose">{raw(comment.body)}</div>
          </article>
        ))}
        <CommentForm {...props} />
      </section>
    </Layout>
  );
}

function CommentForm({ issue, refused, viewer, here }: IssuePageProps) {
  if (viewer === undefined) {
    return (
      <p>
        <a href={`/sign-in?return_to=${encodeURIComponent(here)}`}>Sign in</a> to comment.
      </p>
    );
  }
  return (
    <form class="form" method="post" action={`/lab/${issue.number}`}>
      {refused ? <Notice kind="error" title={refused.error} /> : null}
      <div class="field">
        <label for="field-body">Comment, in Markdown</label>
        <textarea id="field-body" name="body" rows={6} required>{refused?.text ?? ""}</textarea>
      </div>
      <button type="submit" class="primary">Comment</button>
    </form>
  );
}

function Chips({ issue }: { issue: Issue }) {
  return (
    <p class="plate-chips">
      <span class="chip">{issue.status.replace("_", " ")}</span>
      <span class="chip chip-quiet">{issue.type}</span>
      {issue.hidden ? <span class="chip chip-quiet">hidden</span> : null}
      {issue.locked ? <span class="chip chip-quiet">locked</span> : null}
    </p>
  );
}
