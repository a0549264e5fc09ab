import { LIMITS } from "@svc/core/limit";
import { REPORT_CATEGORIES } from "@svc/core/report";
import { Notice, Select, TextArea } from "@svc/http/page";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { extensionHref } from "../extensions/page/address/links.ts";

/** The fields of the form. */
export interface ReportInput {
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
export function ReportPage({ input, errors, viewer, here }: ReportPageProps) {
  const { extension, version } = input;
  const subject = version === "" ? extension : `${extension}@${version}`;
  const security = `/lab/new?${new URLSearchParams({ extension, type: "security" })}`;
  return (
    <Layout title={`Report ${subject}`} viewer={viewer} here={here} noIndex>
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
export function ReportSentPage({ viewer, here }: PageFrame) {
  return (
    <Layout title="Report sent" viewer={viewer} here={here} noIndex>
      <h1>Your report was sent</h1>
      <p>
        The operators of this registry read it. Your <a href="/notifications">inbox</a>{" "}
        has a confirmation, and their answer when they close it.
      </p>
    </Layout>
  );
}
