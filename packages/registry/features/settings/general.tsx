import { LIMITS } from "@svc/core/limit";
import { Check } from "../../platform/web/components/check.tsx";
import { Field } from "@svc/http/page";
import { type Settings, valueOf } from "./settings.ts";

/** Description, visibility, and what outsiders see (spec §2.4). */
export function GeneralPage({ settings }: { settings: Settings }) {
  const { collective, base, refused, plans } = settings;
  const on = (name: "private" | "hideIssuesByDefault" | "hideMembersFromPublic") =>
    refused === undefined ? collective[name] : refused.form.get(name) === "on";
  return (
    <form class="form sheet" method="post" action={`${base}/update`}>
      <Field
        name="description"
        label="Description"
        hint="One or two sentences on the collective's page and in search engines."
        value={valueOf(settings, "description", collective.description ?? "")}
        error={refused?.errors["description"]}
        maxlength={LIMITS.collectiveDescriptionCharacters}
      />
      <Check name="private" on={on("private")}>
        Private: only members see the collective and its extensions
      </Check>
      <Check name="hideIssuesByDefault" on={on("hideIssuesByDefault")}>
        Hide new issues until an admin makes them visible
      </Check>
      {plans || collective.hideMembersFromPublic
        ? (
          <>
            <input type="hidden" name="membersAsked" value="on" />
            <Check name="hideMembersFromPublic" on={on("hideMembersFromPublic")}>
              Hide the members from outsiders (takes effect on the Enterprise plan)
            </Check>
          </>
        )
        : null}
      <button type="submit" class="primary">Save changes</button>
    </form>
  );
}
