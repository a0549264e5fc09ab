import { ISSUE_LIMITS } from "@svc/core/lab";
import { Field, Notice, Select, TextArea } from "@svc/http/page";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import { TYPE_WORDS } from "./words.ts";

/** The fields of the form that opens an issue. */
export interface IssueInput {
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
export function NewIssuePage({ input, errors, viewer, here }: NewIssueProps) {
  const { platform: _, ...types } = TYPE_WORDS;
  return (
    <Layout title="New issue" viewer={viewer} here={here} noIndex>
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
