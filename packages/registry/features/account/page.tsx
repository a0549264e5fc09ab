import type { Child } from "hono/jsx";
import type { OrganizationEntry, OwnInvitation } from "@svc/core/wire";
import { LIMITS } from "@svc/core/limit";
import { Command } from "../../platform/web/components/command.tsx";
import { Field } from "../../platform/web/components/field.tsx";
import { Notice } from "../../platform/web/components/notice.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { type KeyEntry, KeyRow } from "./key_row.tsx";

interface AccountPageProps extends PageFrame {
  email: string;
  collectives: OrganizationEntry[];
  keys: KeyEntry[];
  invitations: OwnInvitation[];
  /** An invitation by address, opened by the link that was passed on. */
  invitationId?: string | undefined;
  /** The raw value of a key made by this very request. */
  newKey?: string | undefined;
  errors?: { key?: string; slug?: string; form?: string };
  input?: { slug?: string; name?: string };
  now: Date;
}

/** A person's own page: collectives and personal keys. */
export function AccountPage(props: AccountPageProps) {
  const { viewer, now, errors = {} } = props;
  return (
    <Layout title="Your account" viewer={viewer} here={props.here} noIndex>
      <div class="title-row">
        <h1>{viewer?.username}</h1>
        <form method="post" action="/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </div>
      <p class="quiet">{props.email}</p>
      <nav class="page-nav" aria-label="Your pages">
        <a href={`/u/${viewer?.username}`}>Public page</a>
        <a href="/account/profile">Edit profile</a>
        <a href="/account/applications">Applications</a>
        <a href="/notifications">Notifications</a>
      </nav>
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      {props.newKey
        ? (
          <Notice kind="success" title="Your new key. It is shown this one time.">
            <Command id="new-key" command={props.newKey} what="the new key" />
          </Notice>
        )
        : null}
      {props.invitations.length === 0 && props.invitationId === undefined
        ? null
        : (
          <section aria-labelledby="invitations">
            <h2 id="invitations">Invitations</h2>
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
                    You opened the link of an invitation.
                  </InvitationRow>
                )}
            </ul>
          </section>
        )}
      <section aria-labelledby="collectives">
        <h2 id="collectives">Collectives</h2>
        <ul class="rows sheet">
          {props.collectives.map((entry) => (
            <li>
              <a href={`/collectives/${entry.slug}`}>@{entry.slug}</a>
              <span class="chip chip-quiet">{entry.personal ? "personal" : entry.role}</span>
            </li>
          ))}
        </ul>
        <details open={errors.slug !== undefined}>
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
      </section>
      <section aria-labelledby="keys">
        <h2 id="keys">Personal keys</h2>
        <p>
          A personal key acts as you, everywhere. <code>svc auth login</code>{" "}
          makes one for each machine. For a robot, create a collective token instead: it holds only
          the scopes you give it.
        </p>
        {props.keys.length === 0 ? <p class="quiet">You have no keys.</p> : (
          <ul class="rows sheet">
            {props.keys.map((key) => <KeyRow entry={key} now={now} />)}
          </ul>
        )}
        <details open={errors.key !== undefined}>
          <summary>Create a key</summary>
          <form class="form sheet" method="post" action="/account/keys">
            <Field
              name="name"
              label="Name of the key"
              hint="What it is for, for example: laptop."
              error={errors.key}
              autocomplete="off"
              maxlength={LIMITS.keyNameCharacters}
              required
            />
            <button type="submit" class="primary">Create key</button>
          </form>
        </details>
      </section>
    </Layout>
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
