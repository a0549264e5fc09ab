import type { ErrorBody } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { redirect } from "@svc/http/edge";
import { findVisible } from "../../access/extension/visible.ts";
import { callApi, fail, field, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { type ReportInput, ReportPage, ReportSentPage } from "./page.tsx";

/** GET /report?extension=…: the form; for who may read the extension. */
export async function showReport(visit: SignedInVisit): Promise<Rendered> {
  const { frame, services, principal, url: { searchParams } } = visit;
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
export async function postReport(visit: SignedInVisit): Promise<Rendered | Response> {
  const { frame } = visit;
  const form = await readForm(visit);
  const input: ReportInput = {
    extension: field(form, "extension"),
    version: field(form, "version"),
    category: field(form, "category"),
    text: form.get("text") ?? "",
  };
  const { version, ...rest } = input;
  const answer = await callApi(visit, "POST /api/v1/reports", {
    ...rest,
    ...(version === "" ? {} : { version }),
  });
  if (answer.ok) return redirect("/report/sent");
  // Who may not read it learns from the form as little as from its address.
  if (answer.error.code === "not_found") throw fail(answer.error);
  const page = <ReportPage {...frame} here="/" input={input} errors={errorsOf(answer.error)} />;
  return { status: answer.status, retryAfter: answer.retryAfter, page };
}

/** GET /report/sent */
export function showReportSent(visit: SignedInVisit): Rendered {
  return { page: <ReportSentPage {...visit.frame} /> };
}

function errorsOf(error: ErrorBody): Partial<Record<keyof ReportInput | "form", string>> {
  const found = (error.details ?? [])
    .filter(({ path }) => path === "category" || path === "text")
    .map(({ path, message }) => [path, message] as const);
  return found.length === 0 ? { form: refusalText(error) } : Object.fromEntries(found);
}
