import { LIMITS } from "@svc/core/limit";
import { isRole } from "@svc/core/role";
import type { Invitation } from "@svc/core/wire";
import { Command } from "../../platform/web/components/command.tsx";
import { Field, Notice } from "@svc/http/page";
import { RoleSelect } from "./components/role_select.tsx";
import { type Settings, valueOf } from "./settings.ts";
import { When } from "../../platform/web/components/when.tsx";
import { Rows } from "../../platform/web/components/rows.tsx";

/** The form that invites, and the invitations nobody has answered yet. */
export async function invitationsPage(settings: Settings) {
  const { base, read, refused, newLink, mail, now } = settings;
  const { invitations } = await read<{ invitations: Invitation[] }>("/invitations");
  const role = valueOf(settings, "role", "member");
  return (
    <>
      {newLink === undefined ? null : <NewLink link={newLink} />}
      <form class="form sheet" method="post" action={`${base}/invite`}>
        <Field
          name="invite"
          label="Username or e-mail address"
          hint={`A user finds the invitation in their inbox. ${
            mail
              ? "An address gets a mail, and the person has to confirm it."
              : "This registry sends no mail: for an address you get a link to pass on."
          }`}
          value={valueOf(settings, "invite")}
          error={refused?.errors["invite"]}
          autocomplete="off"
          maxlength={254}
          required
        />
        <RoleSelect id="invite-role" label="Role" role={isRole(role) ? role : "member"} />
        <button type="submit" class="primary">Invite</button>
      </form>
      <h2>Open invitations</h2>
      <Rows
        rows={invitations.map((entry) => <InvitationRow entry={entry} base={base} now={now} />)}
        empty={`No invitation is open. One that nobody answers ends after ${LIMITS.invitationDays} days.`}
      />
    </>
  );
}

function NewLink({ link }: { link: string }) {
  return (
    <Notice
      kind="success"
      title="Send this link to the person. It is shown only now and works once."
    >
      <Command id="new-link" command={link} what="the link of the invitation" />
      <p>
        The person signs up or signs in with the invited address and opens the link. If it is lost,
        withdraw the invitation and invite again.
      </p>
    </Notice>
  );
}

/** An open invitation in a list. */
function InvitationRow(
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
