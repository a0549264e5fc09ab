import type { ErrorBody } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { redirect } from "@svc/http/edge";
import { findVisible } from "../../access/extension/visible.ts";
import { callApi, fail, field, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { REPORT_CATEGORIES } from "@svc/core/report";
import { Notice, Select, TextArea } from "@svc/http/page";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { extensionHref } from "../extensions/page/address/links.ts";

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

/** The fields of the form. */
interface ReportInput {
  /** Name of the extension, which the visitor may read. */
  extension: string;
  /** Empty for the whole extension. */
  version: string;
  category: string;
  text: string;
}

interface ReportPageProps extends PageFrame {
  input: ReportInput;
  /** What is wrong with them, by field; `form` for what concerns none. */
  errors: Readonly<Partial<Record<keyof ReportInput | "form", string>>>;
}

/** The form that reports an extension to the operators. */
function ReportPage({ input, errors, ...frame }: ReportPageProps) {
  const { extension, version } = input;
  const subject = version === "" ? extension : `${extension}@${version}`;
  const security = `/lab/new?${new URLSearchParams({ extension, type: "security" })}`;
  return (
    <Layout title={`Report ${subject}`} {...frame} noIndex>
      <h1>
        Report <span class="break">{subject}</span>
      </h1>
      <p>
        The operators of this registry read your report. Its owners do not see it, nor who sent it.
        For a mistake or a vulnerability, tell the owners: <a href={security}>open an issue</a>.
      </p>
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      <form class="form sheet" method="post" action="/report">
        <input type="hidden" name="extension" value={extension} />
        <input type="hidden" name="version" value={version} />
        <Select
          name="category"
          label="Reason"
          options={Object.entries(REPORT_CATEGORIES)
            .map(([name, { label, about }]) => [name, `${label}: ${about}`] as const)}
          value={input.category}
          error={errors.category}
        />
        <TextArea
          name="text"
          label="What is wrong?"
          hint="Say how to see it: the file, the line, the address."
          value={input.text}
          error={errors.text}
          rows={8}
          maxlength={LIMITS.reportCharacters}
        />
        <button type="submit" class="primary">Send the report</button>
      </form>
      <p>
        Is the name yours? <a href="/claim">Claim a name</a>
      </p>
      <p>
        <a href={extensionHref(extension)}>Back to {extension}</a>
      </p>
    </Layout>
  );
}

/** What somebody sees who has sent a report. */
function ReportSentPage({ ...frame }: PageFrame) {
  return (
    <Layout title="Report sent" {...frame} noIndex>
      <h1>Your report was sent</h1>
      <p>
        The operators of this registry read it. Your <a href="/notifications">inbox</a>{" "}
        has a confirmation, and their answer when they close it.
      </p>
    </Layout>
  );
}
