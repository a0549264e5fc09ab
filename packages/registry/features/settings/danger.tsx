import { Field } from "@svc/http/page";
import type { Settings } from "./settings.ts";

/** What cannot be undone: leaving, and for owners deleting. */
export function DangerPage({ settings }: { settings: Settings }) {
  const { collective: { slug, role }, base, refused } = settings;
  return (
    <>
      <section class="sheet" aria-labelledby="leave-title">
        <h2 id="leave-title">Leave the collective</h2>
        <p>You lose your role in @{slug} at once. Only a new invitation brings you back.</p>
        <form method="post" action={`/collectives/${slug}/leave`}>
          <button type="submit" class="danger">Leave @{slug}</button>
        </form>
      </section>
      <section class="sheet" aria-labelledby="delete-title">
        <h2 id="delete-title">Delete the collective</h2>
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
      </section>
    </>
  );
}
