import { Field } from "@svc/http/page";
import type { Settings } from "./settings.ts";
import { Section } from "../../platform/web/components/section.tsx";

/** What cannot be undone: leaving, and for owners deleting. */
export function DangerPage({ settings }: { settings: Settings }) {
  const { collective: { slug, role }, base, refused } = settings;
  return (
    <>
      <Section class="sheet" id="leave" title="Leave the collective">
        <p>You lose your role in @{slug} at once. Only a new invitation brings you back.</p>
        <form method="post" action={`/collectives/${slug}/leave`}>
          <button type="submit" class="danger">Leave @{slug}</button>
        </form>
      </Section>
      <Section class="sheet" id="delete" title="Delete the collective">
        <p>
          Its tokens stop working, its members lose their rights, and its extensions disappear from
          search. Archives of public extensions stay available to lockfiles that name them. The name
          cannot be used again.
        </p>
        {role === "owner"
          ? (
            <form class="form" method="post" action={`${base}/delete`}>
              <Field
                name="confirm"
                label={`Type ${slug} to confirm`}
                error={refused?.errors["confirm"]}
                autocomplete="off"
                maxlength={39}
                required
              />
              <button type="submit" class="danger">Delete @{slug}</button>
            </form>
          )
          : <p class="quiet">Only an owner can do this; your role is {role}.</p>}
      </Section>
    </>
  );
}
