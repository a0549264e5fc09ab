import { DEFAULT_RULE, LOWERING_HOURS, MOST_EMBARGO_HOURS } from "@svc/core/approval";
import type { ApprovalSetting } from "@svc/core/wire";
import { Field, Notice, Select } from "@svc/http/page";
import { Check } from "../../../platform/web/components/check.tsx";
import { changeText } from "../approval.ts";
import { Rows } from "../../../platform/web/components/rows.tsx";

interface ApprovalSectionProps {
  setting: ApprovalSetting;
  /** Address of the settings. */
  base: string;
  slug: string;
  /** The extension whose own rule is shown; empty for the collective's. */
  extension: string;
  /** What is wrong with a refused form, by its fields. */
  errors: Readonly<Record<string, string>> | undefined;
}

/** What a collective, or one extension of it, asks for before a version is published. */
export function ApprovalSection({ setting, base, slug, extension, errors }: ApprovalSectionProps) {
  const none = { rule: DEFAULT_RULE, next: null, nextAt: null };
  const { rule, next, nextAt } = extension === "" ? setting : setting.extensions[extension] ?? none;
  return (
    <>
      <p>
        A version that is staged (<code>svc extension stage</code>) is checked, scored and shown to
        the members of @{slug}. It is published, as it was uploaded, once it is approved here with a
        second factor.
      </p>
      {extension === "" ? null : (
        <>
          <h2 class="break">{extension}</h2>
          <p>
            What is asked for here is asked for beside{" "}
            <a href={`${base}/approval`}>what @{slug} asks for</a>.
          </p>
        </>
      )}
      {next === null || nextAt === null ? null : (
        <Notice
          kind="info"
          title={`From ${nextAt.slice(0, 16).replace("T", " ")} UTC: ${changeText(rule, next)}.`}
        />
      )}
      <form class="form sheet" method="post" action={`${base}/approval-rule`}>
        {extension === "" ? null : <input type="hidden" name="extension" value={extension} />}
        <Check name="required" on={rule.required}>
          Every version must be staged: a push does not publish
        </Check>
        <Select
          id="count"
          name="count"
          label="Approvals"
          value={String(rule.count)}
          options={[
            ["0", "One, also by who staged it"],
            ["1", "One"],
            ["2", "Two people"],
          ]}
        />
        <Select
          id="by"
          name="by"
          label="By"
          value={rule.by}
          options={[["admin", "admins and owners"], ["owner", "owners"]]}
        />
        <Check name="notSelf" on={rule.notSelf}>
          Not by who staged it, nor by who made its token within 72 hours before
        </Check>
        <Check name="passkeyOnly" on={rule.passkeyOnly}>
          With passkeys only, not with codes
        </Check>
        <Field
          name="embargoHours"
          label="Hours between the approval and the publication"
          hint={`0 to ${MOST_EMBARGO_HOURS}. It can be rejected until then.`}
          value={String(rule.embargoHours)}
          error={errors?.["embargoHours"]}
          maxlength={3}
        />
        <p class="quiet">
          What asks for more counts at once. What asks for less needs an owner, is mailed to all
          members, and counts {LOWERING_HOURS} hours later.
        </p>
        <button type="submit" class="primary">Save</button>
      </form>
      {extension === "" ? <OfOne extensions={Object.keys(setting.extensions)} base={base} /> : null}
    </>
  );
}

/** Leads to the rule of one extension. */
function OfOne({ extensions, base }: { extensions: readonly string[]; base: string }) {
  const path = `${base}/approval`;
  return (
    <>
      <h2>Rules of single extensions</h2>
      <Rows
        rows={extensions.map((name) => (
          <li>
            <a class="break" href={`${path}?${new URLSearchParams({ extension: name })}`}>
              {name}
            </a>
          </li>
        ))}
      />
      <form class="form sheet" method="get" action={path}>
        <Field name="extension" label="Extension" autocomplete="off" maxlength={255} required />
        <button type="submit">Set its rule</button>
      </form>
    </>
  );
}

/** The rule that a posted form asks for; what is not a number is refused as it is. */
export function postedRule(form: {
  get(name: string): string | null;
}): Record<string, unknown> {
  const number = (name: string) => {
    const text = form.get(name)?.trim() ?? "";
    return /^\d{1,4}$/.test(text) ? Number(text) : text;
  };
  const extension = form.get("extension") ?? "";
  return {
    ...(extension === "" ? {} : { extension }),
    required: form.get("required") === "on",
    count: number("count"),
    by: form.get("by"),
    notSelf: form.get("notSelf") === "on",
    passkeyOnly: form.get("passkeyOnly") === "on",
    embargoHours: number("embargoHours"),
  };
}
