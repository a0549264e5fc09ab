import { LIMITS } from "@svc/core/limit";
import { isRole } from "@svc/core/role";
import type { Invitation } from "@svc/core/wire";
import { Command } from "../../platform/web/components/command.tsx";
import { Field, Notice } from "@svc/http/page";
import { InvitationRow } from "./components/invitation_row.tsx";
import { RoleSelect } from "./components/role_select.tsx";
import { type Settings, valueOf } from "./settings.ts";

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
      {invitations.length === 0
        ? (
          <p class="quiet">
            No invitation is open. One that nobody answers ends after {LIMITS.invitationDays} days.
          </p>
        )
        : (
          <ul class="rows sheet">
            {invitations.map((entry) => <InvitationRow entry={entry} base={base} now={now} />)}
          </ul>
        )}
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
