import { LIMITS } from "@svc/core/limit";
import type { Member } from "@svc/core/wire";
import { Check } from "../../platform/web/components/check.tsx";
import { Field } from "@svc/http/page";
import { type Settings, valueOf } from "./settings.ts";
import { Section } from "../../platform/web/components/section.tsx";

/** How many members without a second factor are named. */
const NAMED = 50;

/** Description, visibility, what outsiders see (spec §2.4), and the second factor. */
export async function generalPage(settings: Settings) {
  const { collective, base, refused, plans, read } = settings;
  const lacking = await read<Lacking>(`/members?secondFactor=no&limit=${NAMED}`);
  const on = (name: "private" | "hideIssuesByDefault" | "hideMembersFromPublic") =>
    refused === undefined ? collective[name] : refused.form.get(name) === "on";
  return (
    <>
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
        {(plans || collective.hideMembersFromPublic) && (
          <>
            <input type="hidden" name="membersAsked" value="on" />
            <Check name="hideMembersFromPublic" on={on("hideMembersFromPublic")}>
              Hide the members from outsiders (takes effect on the Enterprise plan)
            </Check>
          </>
        )}
        <button type="submit" class="primary">Save changes</button>
      </form>
      <SecondFactor settings={settings} lacking={lacking} />
    </>
  );
}

/** Members without a second factor; a cursor when there are more than are named. */
interface Lacking {
  members: Member[];
  nextCursor: string | null;
}

interface SecondFactorProps {
  settings: Settings;
  lacking: Lacking;
}

/** Who needs a second factor to change things, by the collective's setting and the operator's. */
function ruleText({ collective, secondFactor }: Settings): string {
  const { requiresSecondFactor, slug } = collective;
  if (secondFactor === "required") {
    return `The operator of this registry requires a second factor of everybody who changes something.`;
  }
  if (requiresSecondFactor) return `Members of @${slug} need a second factor to change anything.`;
  if (secondFactor === "owners") {
    return `The operator of this registry requires a second factor of owners. Other members of @${slug} ` +
      "can change things with their password or a key alone.";
  }
  return `Members of @${slug} can change things with their password or a key alone.`;
}

/** Whether members need a second factor, and whom that keeps from changing things; owners decide. */
function SecondFactor({ settings, lacking }: SecondFactorProps) {
  const { collective, base, secondFactor } = settings;
  const { requiresSecondFactor, role } = collective;
  const { members, nextCursor } = lacking;
  return (
    <Section class="sheet" id="factor" title="Second factor">
      <p>
        {ruleText(settings)}{" "}
        Members without one keep reading, and nobody is removed. Tokens of the collective go on
        working.
      </p>
      {members.length === 0 ? <p>All members have a second factor.</p> : (
        <p>
          {requiresSecondFactor || secondFactor === "required"
            ? "Members without one, who cannot change anything until they add one: "
            : "Members without one, who could not change anything then, by key either: "}
          {members.map(({ username }, index) => (
            <>
              {index === 0 ? null : ", "}
              <a href={`/u/${username}`}>{username}</a>
            </>
          ))}
          {nextCursor === null ? "." : ", and more."}
        </p>
      )}
      {role === "owner"
        ? (
          <form method="post" action={`${base}/second-factor`}>
            <input type="hidden" name="required" value={requiresSecondFactor ? "no" : "yes"} />
            <button type="submit">
              {requiresSecondFactor ? "Stop requiring it" : "Require a second factor"}
            </button>
          </form>
        )
        : <p class="quiet">Only an owner can change this; your role is {role}.</p>}
    </Section>
  );
}
