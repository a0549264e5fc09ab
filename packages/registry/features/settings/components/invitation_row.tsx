import type { Invitation } from "@svc/core/wire";
import { When } from "../../../platform/web/components/when.tsx";

/** An open invitation in a list. */
export function InvitationRow(
  { entry, base, now }: { entry: Invitation; base: string; now: Date },
) {
  const who = entry.username ?? entry.email ?? "";
  return (
    <li>
      <div class="row-text">
        <b>{who}</b> <span class="chip chip-quiet">{entry.role}</span>
        <p class="quiet">
          Invited by {entry.invitedBy}, expires <When at={entry.expiresAt} now={now} />
        </p>
      </div>
      <form method="post" action={`${base}/cancel-invite`}>
        <input type="hidden" name="id" value={entry.id} />
        <button type="submit">
          Withdraw<span class="visually-hidden">the invitation of {who}</span>
        </button>
      </form>
    </li>
  );
}
