import { ISSUE_LIMITS } from "@svc/core/lab";
import type { ErrorBody } from "@svc/core/error";
import { callApi, field, readForm, refusalText } from "../../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit } from "../../../access/page/visit.ts";
import { subjectIn, subjectOf, subjectText } from "./about.ts";
import { Field, Notice, Select, TextArea } from "@svc/http/page";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { TYPE_WORDS } from "./words.ts";

/** GET /lab/new: the form, with what the address says filled in. */
export function showNewIssue(visit: SignedInVisit): Rendered {
  const { frame, url: { searchParams } } = visit;
  const input = {
    about: subjectText(subjectIn(searchParams)),
    type: searchParams.get("type") ?? "bug",
    title: (searchParams.get("title") ?? "").slice(0, ISSUE_LIMITS.title),
    body: (searchParams.get("body") ?? "").slice(0, ISSUE_LIMITS.body),
  };
  return { page: <NewIssuePage {...frame} input={input} errors={{}} /> };
}

/** POST /lab/new: opens the issue and leads to its page. */
export async function openIssue(visit: SignedInVisit): Promise<Rendered | Response> {
  const { frame } = visit;
  const form = await readForm(visit);
  const input = {
    about: field(form, "about"),
    type: field(form, "type"),
    title: field(form, "title"),
    body: form.get("body") ?? "",
  };
  const { about, ...rest } = input;
  const answer = await callApi<{ issue: { number: number } }>(visit, "POST /api/v1/lab/issues", {
    source: "web",
    ...rest,
    ...subjectOf(about),
  });
  if (answer.ok) return redirect(`/lab/${answer.body.issue.number}`);
  const errors = errorsOf(answer.error);
  return {
    status: answer.status,
    page: <NewIssuePage {...frame} here="/lab/new" input={input} errors={errors} />,
  };
}

/** The field of the form for each field of the interface. */
const FIELDS: Readonly<Record<string, keyof IssueInput>> = {
  extension: "about",
  collective: "about",
  title: "title",
  body: "body",
};

function errorsOf(error: ErrorBody): Partial<Record<keyof IssueInput | "form", string>> {
  if (error.code === "not_found") return { about: refusalText(error) };
  const found = (error.details ?? []).flatMap(({ path, message }) => {
    const name = FIELDS[path.split(".")[0]!];
    return name === undefined ? [] : [[name, message] as const];
  });
  return found.length === 0 ? { form: refusalText(error) } : Object.fromEntries(found);
}

/** The fields of the form that opens an issue. */
interface IssueInput {
  about: string;
  type: string;
  title: string;
  body: string;
}

interface NewIssueProps extends PageFrame {
  input: IssueInput;
  /** What is wrong with them, by field; `form` for what concerns none. */
  errors: Readonly<Partial<Record<keyof IssueInput | "form", string>>>;
}

/** The form that opens an issue about an extension, a collective or the registry itself. */
function NewIssuePage({ input, errors, ...frame }: NewIssueProps) {
  const { platform: _, ...types } = TYPE_WORDS;
  return (
    <Layout title="New issue" {...frame} noIndex>
      <h1>New issue</h1>
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      <form class="form sheet" method="post" action="/lab/new">
        <Field
          name="about"
          label="About"
          hint="@collective/extension or @collective. Leave it empty for this registry itself."
          value={input.about}
          error={errors.about}
          autocomplete="off"
          maxlength={200}
        />
        <Select
          name="type"
          label="Type"
          hint="A security report is visible to you and to those who can fix it."
          options={Object.entries(types)}
          value={input.type}
        />
        <Field
          name="title"
          label="Title"
          value={input.title}
          error={errors.title}
          autocomplete="off"
          maxlength={ISSUE_LIMITS.title}
          required
        />
        <TextArea
          name="body"
          label="Description"
          hint="Markdown. For a bug: what you did, what happened, what you expected."
          value={input.body}
          error={errors.body}
          rows={10}
          maxlength={ISSUE_LIMITS.body}
        />
        <button type="submit" class="primary">Open issue</button>
      </form>
    </Layout>
  );
}
