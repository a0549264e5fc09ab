import type { ErrorBody } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { redirect } from "@svc/http/edge";
import { findVisible } from "../../access/extension/visible.ts";
import { callApi, refusalText } from "../../access/page/call_api.ts";
import { fail } from "../../access/page/fail.ts";
import { field, readForm } from "../../access/page/read_form.ts";
import type { Rendered } from "../../access/page/html_response.ts";
import { signedIn } from "../../access/page/signed_in.ts";
import type { Visit } from "../../access/page/visit.ts";
import { type ReportInput, ReportPage, ReportSentPage } from "./page.tsx";

/** GET /report?extension=…: the form; for who may read the extension. */
export async function showReport(visit: Visit): Promise<Rendered> {
  const { frame, services, principal, url: { searchParams } } = signedIn(visit);
  const { extension } = await findVisible(
    services.db,
    principal,
    searchParams.get("extension") ?? "",
  );
  const input = {
    extension: extension.name,
    version: (searchParams.get("version") ?? "").slice(0, 64),
    category: searchParams.get("category") ?? "malware",
    text: (searchParams.get("text") ?? "").slice(0, LIMITS.reportCharacters),
  };
  return { page: <ReportPage {...frame} input={input} errors={{}} /> };
}

/** POST /report */
export async function postReport(visit: Visit): Promise<Rendered | Response> {
  const { frame } = signedIn(visit);
  const form = await readForm(visit);
  const input: ReportInput = {
    extension: field(form, "extension"),
    version: field(form, "version"),
    category: field(form, "category"),
    text: form.get("text") ?? "",
  };
  const { version, ...rest } = input;
  const answer = await callApi(visit, {
    method: "POST",
    path: "/api/v1/reports",
    body: { ...rest, ...(version === "" ? {} : { version }) },
  });
  if (answer.ok) return redirect("/report/sent");
  // Who may not read it learns from the form as little as from its address.
  if (answer.error.code === "not_found") throw fail(answer.error);
  const page = <ReportPage {...frame} here="/" input={input} errors={errorsOf(answer.error)} />;
  return { status: answer.status, retryAfter: answer.retryAfter, page };
}

/** GET /report/sent */
export function showReportSent(visit: Visit): Rendered {
  return { page: <ReportSentPage {...signedIn(visit).frame} /> };
}

function errorsOf(error: ErrorBody): Partial<Record<keyof ReportInput | "form", string>> {
  const found = (error.details ?? [])
    .filter(({ path }) => path === "category" || path === "text")
    .map(({ path, message }) => [path, message] as const);
  return found.length === 0 ? { form: refusalText(error) } : Object.fromEntries(found);
}
