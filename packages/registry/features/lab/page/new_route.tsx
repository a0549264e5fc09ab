import { ISSUE_LIMITS } from "@svc/core/lab";
import type { ErrorBody } from "@svc/core/error";
import { callApi, field, readForm, refusalText } from "../../../access/page/form.ts";
import { redirect } from "@svc/http/edge";
import type { Rendered, SignedInVisit } from "../../../access/page/visit.ts";
import { subjectIn, subjectOf, subjectText } from "./about.ts";
import { type IssueInput, NewIssuePage } from "./new.tsx";

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
