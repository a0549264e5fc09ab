import { TextArea } from "@svc/http/page";
import { raw } from "hono/html";
import { ISSUE_LIMITS } from "@svc/core/lab";
import type { Issue, LifecycleEntry } from "@svc/core/wire";
import { When } from "../../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import type { SafeHtml } from "../../../platform/web/markdown/safe_html.ts";
import { issuesPath, subjectText } from "./about.ts";
import { ChangeForm, type ChangeRights } from "./change_form.tsx";
import { IssueChips } from "./chips.tsx";
import { STATUS_WORDS } from "./words.ts";
import { Section } from "../../../platform/web/components/section.tsx";

/** A form that was refused: which one, what was typed, and why. */
export interface RefusedOnIssue {
  form: "comment" | "change";
  text: string;
  error: string;
}

interface IssuePageProps extends PageFrame {
  issue: Issue;
  /** The page of what it is about, where the viewer has one. */
  about: string | undefined;
  /** What was done about it, oldest first. */
  steps: LifecycleEntry[];
  body: SafeHtml;
  comments: { author: string; createdAt: string; body: SafeHtml }[];
  /** What the viewer may change; undefined for nothing. */
  rights: ChangeRights | undefined;
  refused: RefusedOnIssue | undefined;
  now: Date;
}

/** One issue with its comments, who works on it, and ways to answer and to change it. */
export function IssuePage(props: IssuePageProps) {
  const { issue, comments, rights, refused, now } = props;
  return (
    <Layout
      title={`${issue.title} · #${issue.number}`}
      viewer={props.viewer}
      here={props.here}
      noIndex={issue.hidden || issue.type === "security"}
    >
      <header class="plate issue-plate">
        <h1>{issue.title}</h1>
        <p>
          #{issue.number} by {issue.authorUsername}, <When at={issue.createdAt} now={now} />
          <About issue={issue} about={props.about} />
        </p>
        <IssueChips issue={issue} />
      </header>
      <div class="with-aside">
        <div class="main-column">
          <h2 class="visually-hidden">Description</h2>
          {issue.body === ""
            ? <p class="quiet">No description.</p>
            : <div class="prose">{raw(props.body)}</div>}
          <Work {...props} />
          <Section id="comments" title="Comments">
            {comments.length === 0 ? <p class="quiet">No comments yet.</p> : null}
            {comments.map((comment) => (
              <article class="sheet">
                <p class="quiet">
                  {comment.author}, <When at={comment.createdAt} now={now} />
                </p>
                <div class="prose">{raw(comment.body)}</div>
              </article>
            ))}
            <CommentForm {...props} />
          </Section>
        </div>
        <aside class="aside" aria-label="Work on this issue">
          <section>
            <h2>Assigned to</h2>
            {issue.assignees.length === 0 ? <p class="quiet">Nobody.</p> : (
              <ul class="plain">
                {issue.assignees.map(({ username }) => (
                  <li>
                    <a href={`/u/${username}`}>{username}</a>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {rights === undefined ? null : (
            <ChangeForm
              issue={issue}
              rights={rights}
              error={refused?.form === "change" ? refused.error : undefined}
            />
          )}
        </aside>
      </div>
    </Layout>
  );
}

function Work({ steps, now }: IssuePageProps) {
  if (steps.length === 0) return null;
  return (
    <Section id="work" title="Work">
      <ol class="rows sheet">
        {steps.map(({ emoji, step, summary, targetStatus, authorUsername, createdAt }) => (
          <li>
            <div class="row-text">
              <span aria-hidden="true">{emoji}</span> <b>{step}</b>: <bdi>{summary}</bdi>
              <p class="quiet">
                {authorUsername}, <When at={createdAt} now={now} />
              </p>
            </div>
            {targetStatus === null ? null : <span class="chip">{STATUS_WORDS[targetStatus]}</span>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What the issue is about, with the way to its other issues. */
function About({ issue, about }: Pick<IssuePageProps, "issue" | "about">) {
  const subject = issue.extension !== null
    ? { extension: issue.extension }
    : issue.collective !== null
    ? { collective: issue.collective }
    : undefined;
  if (subject === undefined) return null;
  return (
    <>
      , about{" "}
      {about === undefined ? subjectText(subject) : <a href={about}>{subjectText(subject)}</a>}{" "}
      (<a href={issuesPath(subject)}>all its issues</a>)
    </>
  );
}

function CommentForm({ issue, refused, viewer, rights, here }: IssuePageProps) {
  if (viewer === undefined) {
    return (
      <p>
        <a href={`/sign-in?return_to=${encodeURIComponent(here)}`}>Sign in</a> to comment.
      </p>
    );
  }
  if (issue.locked && rights?.administers !== true) {
    return <p class="quiet">This issue is locked: only admins may comment.</p>;
  }
  const own = refused?.form === "comment" ? refused : undefined;
  return (
    <form class="form" method="post" action={`/lab/${issue.number}`}>
      <TextArea
        name="body"
        label="Comment, in Markdown"
        value={own?.text}
        error={own?.error}
        maxlength={ISSUE_LIMITS.comment}
        required
      />
      <button type="submit" class="primary">Comment</button>
    </form>
  );
}
