import { ISSUE_LIMITS } from "@svc/core/lab";
import type { ErrorBody } from "@svc/core/error";
import { callApi, refusalText } from "../../../access/page/call_api.ts";
import { field, readForm } from "../../../access/page/read_form.ts";
import type { Rendered } from "../../../access/page/html_response.ts";
import { redirect } from "@svc/http/edge";
import { signedIn } from "../../../access/page/signed_in.ts";
import type { Visit } from "../../../access/page/visit.ts";
import { subjectIn, subjectOf, subjectText } from "./about.ts";
import { type IssueInput, NewIssuePage } from "./new.tsx";

/** GET /lab/new: the form, with what the address says filled in. */
export function showNewIssue(visit: Visit): Rendered {
  const { frame, url: { searchParams } } = signedIn(visit);
  const input = {
    about: subjectText(subjectIn(searchParams)),
    type: searchParams.get("type") ?? "bug",
    title: (searchParams.get("title") ?? "").slice(0, ISSUE_LIMITS.title),
    body: (searchParams.get("body") ?? "").slice(0, ISSUE_LIMITS.body),
  };
  return { page: <NewIssuePage {...frame} input={input} errors={{}} /> };
}

/** POST /lab/new: opens the issue and leads to its page. */
export async function openIssue(visit: Visit): Promise<Rendered | Response> {
  const { frame } = signedIn(visit);
  const form = await readForm(visit);
  const input = {
    about: field(form, "about"),
    type: field(form, "type"),
    title: field(form, "title"),
    body: form.get("body") ?? "",
  };
  const { about, ...rest } = input;
  const answer = await callApi<{ issue: { number: number } }>(visit, {
    method: "POST",
    path: "/api/v1/lab/issues",
    body: { source: "web", ...rest, ...subjectOf(about) },
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
