import type { Child } from "hono/jsx";
import type { OrganizationEntry, OwnInvitation } from "@svc/core/wire";
import { Field, Notice } from "@svc/http/page";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import { AccountFrame } from "./frame.tsx";
import { Section } from "../../platform/web/components/section.tsx";

interface AccountPageProps extends PageFrame {
  email: string;
  collectives: OrganizationEntry[];
  /** True when a mail with a link to confirm the address was sent, and the link was not used. */
  unconfirmed: boolean;
  invitations: OwnInvitation[];
  /** An invitation by address, opened by the link that was passed on. */
  invitationId?: string | undefined;
  errors?: { slug?: string; form?: string };
  input?: { slug?: string; name?: string };
  /** The short name that was refused because it is reserved. */
  reserved?: string | undefined;
}

/** A person's own page: invitations and collectives. */
export function AccountPage(props: AccountPageProps) {
  const { viewer, errors = {} } = props;
  return (
    <AccountFrame viewer={viewer} here={props.here} title={viewer?.username ?? ""} path="/account">
      <p class="quiet">
        {props.email}, <a href={`/u/${viewer?.username}`}>public page</a>
      </p>
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      {props.unconfirmed && (
        <Notice kind="warning" title="Your address is not confirmed.">
          <p>
            Open the link in the mail that we sent. Invitations to your address appear here
            afterwards. <a href="/account/address">Send the link again</a>
          </p>
        </Notice>
      )}
      {props.invitations.length === 0 && props.invitationId === undefined
        ? null
        : (
          <Section id="invitations" title="Invitations">
            <ul class="rows sheet">
              {props.invitations.map((entry) => (
                <InvitationRow id={entry.id}>
                  <b>{entry.invitedBy}</b> invites you into <b>@{entry.collective.slug}</b>{" "}
                  <span class="chip chip-quiet">{entry.role}</span>
                </InvitationRow>
              ))}
              {props.invitationId === undefined ||
                  props.invitations.some(({ id }) => id === props.invitationId)
                ? null
                : (
                  <InvitationRow id={props.invitationId}>
                    You opened an invitation link.
                  </InvitationRow>
                )}
            </ul>
          </Section>
        )}
      <Section id="collectives" title="Collectives">
        <ul class="rows sheet">
          {props.collectives.map((entry) => (
            <li>
              <a href={`/collectives/${entry.slug}`}>@{entry.slug}</a>
              <span class="chip chip-quiet">{entry.personal ? "personal" : entry.role}</span>
            </li>
          ))}
        </ul>
        <details open={errors.slug !== undefined || props.input?.slug !== undefined}>
          <summary>Create a collective</summary>
          <form class="form sheet" method="post" action="/account/collectives">
            <Field
              name="slug"
              label="Short name"
              hint="Extensions are published under it: @short-name/extension. It cannot be changed."
              value={props.input?.slug}
              error={errors.slug}
              autocomplete="off"
              minlength={2}
              maxlength={39}
              required
            />
            {props.reserved === undefined ? null : (
              <p>
                <a href={`/claim?name=${encodeURIComponent(props.reserved)}`}>
                  Claim the name {props.reserved}
                </a>
              </p>
            )}
            <Field
              name="name"
              label="Full name"
              value={props.input?.name}
              autocomplete="organization"
              maxlength={100}
            />
            <button type="submit" class="primary">Create collective</button>
          </form>
        </details>
      </Section>
    </AccountFrame>
  );
}

function InvitationRow({ id, children }: { id: string; children?: Child }) {
  return (
    <li>
      <div class="row-text">{children}</div>
      <form class="row-actions" method="post" action="/account/invitations">
        <input type="hidden" name="id" value={id} />
        <button type="submit" class="primary" name="decision" value="accept">Accept</button>
        <button type="submit" name="decision" value="decline">Decline</button>
      </form>
    </li>
  );
}
