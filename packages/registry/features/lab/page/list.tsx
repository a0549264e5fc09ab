import type { Issue } from "@svc/core/wire";
import { Field, Select } from "@svc/http/page";
import { Pagination } from "../../../platform/web/components/pagination.tsx";
import { When } from "../../../platform/web/components/when.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { issuesPath, type IssueSubject, subjectText } from "./about.ts";
import { IssueChips } from "./chips.tsx";
import { TYPE_WORDS } from "./words.ts";

/** What a list of issues is narrowed to, as its form shows it. */
export interface IssueFilter {
  q: string;
  state: "open" | "closed" | "all";
  type: string;
  assignee: string;
}

interface IssueListProps extends PageFrame {
  subject: IssueSubject;
  /** Its page, where the visitor has one. */
  home: string | undefined;
  filter: IssueFilter;
  issues: Issue[];
  total: number;
  page: number;
  perPage: number;
  now: Date;
}

/** The issues a visitor may see, newest first: all, or those about one thing. */
export function IssueListPage(props: IssueListProps) {
  const { subject, home, filter, issues, total, page, perPage, now } = props;
  const about = subjectText(subject);
  const title = about === "" ? "Lab" : `Issues of ${about}`;
  const query = new URLSearchParams({ ...subject });
  return (
    <Layout title={title} viewer={props.viewer} here={props.here} noIndex={about !== ""}>
      {home === undefined ? null : (
        <p class="quiet">
          <a href={home}>{about}</a> / Issues
        </p>
      )}
      <div class="title-row list-bar">
        <h1>{title}</h1>
        <a class="button primary" href={query.size === 0 ? "/lab/new" : `/lab/new?${query}`}>
          New issue
        </a>
      </div>
      {about === "" ? <p class="lede">Bugs and requests, and the work on them.</p> : null}
      <div class="with-side">
        <FilterForm subject={subject} filter={filter} />
        <section class="main-column" aria-label="Issues">
          <p class="quiet">
            {total === 1 ? "1 issue" : `${total} issues`}
            {about === "" ? null : (
              <>
                . <a href={issuesPath({})}>Show all issues</a>
              </>
            )}
          </p>
          {issues.length === 0
            ? (
              <section class="empty">
                <h2>No issue matches</h2>
                <p>Change the filter, or open a new issue.</p>
              </section>
            )
            : (
              <ul class="rows sheet">
                {issues.map((issue) => <IssueRow issue={issue} now={now} />)}
              </ul>
            )}
          <Pagination meta={{ total, page, perPage }} href={(to) => pageAddress(props, to)} />
        </section>
      </div>
    </Layout>
  );
}

function FilterForm({ subject, filter }: { subject: IssueSubject; filter: IssueFilter }) {
  return (
    <form class="filters" method="get" action="/lab">
      {Object.entries(subject).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Field name="q" label="Search in issues" value={filter.q} maxlength={200} />
      <Select
        name="state"
        label="State"
        options={Object.entries({ open: "Open", closed: "Closed", all: "All" })}
        value={filter.state}
      />
      <Select
        name="type"
        label="Type"
        options={Object.entries({ "": "Any", ...TYPE_WORDS })}
        value={filter.type}
      />
      <Field
        name="assignee"
        label="Assigned to"
        value={filter.assignee}
        autocomplete="off"
        maxlength={64}
      />
      <button type="submit">Filter</button>
    </form>
  );
}

function IssueRow({ issue, now }: { issue: Issue; now: Date }) {
  const about = subjectText({
    ...(issue.extension === null
      ? issue.collective === null ? {} : { collective: issue.collective }
      : { extension: issue.extension }),
  });
  const people = issue.assignees.map(({ username }) => username);
  return (
    <li>
      <div class="row-text">
        <a href={`/lab/${issue.number}`}>{issue.title}</a>
        <p class="quiet">
          #{issue.number} by {issue.authorUsername}, <When at={issue.createdAt} now={now} />
          {about === "" ? null : `, about ${about}`}
          {people.length === 0 ? null : `, assigned to ${people.join(", ")}`}
          {issue.commentCount === 0
            ? null
            : `, ${issue.commentCount === 1 ? "1 comment" : `${issue.commentCount} comments`}`}
        </p>
      </div>
      <IssueChips issue={issue} />
    </li>
  );
}

function pageAddress({ subject, filter }: IssueListProps, page: number): string {
  const given = Object.entries(filter).filter(([, value]) => value !== "");
  return `/lab?${new URLSearchParams({
    ...subject,
    ...Object.fromEntries(given),
    page: `${page}`,
  })}`;
}
