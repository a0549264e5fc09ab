import { SCOPES } from "@svc/core/scope";
import { LIMITS } from "@svc/core/limit";
import { type Role, ROLES } from "@svc/core/role";
import type { TokenRecord } from "@svc/core/wire";
import { Command } from "../components/command.tsx";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { TokenRow } from "../components/token_row.tsx";
import { When } from "../components/when.tsx";
import type { SettingsPart } from "../form/collective_action.ts";
import { Layout, type PageFrame } from "../layout/layout.tsx";

/** The settings of a collective (spec §2.4) as its admins see them. */
export interface CollectiveSettings {
  slug: string;
  name: string;
  description: string | null;
  private: boolean;
  hideIssuesByDefault: boolean;
  hideMembersFromPublic: boolean;
  /** The viewer's own role. */
  role: Role;
  planName?: string;
}

/** A member as the page lists him. */
export interface MemberEntry {
  id: string;
  username: string;
  role: Role;
}

/** An open invitation as the page lists it. */
export interface InvitationEntry {
  id: string;
  email: string | null;
  username: string | null;
  role: Role;
  expiresAt: string;
}

interface CollectiveSettingsPageProps extends PageFrame {
  collective: CollectiveSettings;
  members: MemberEntry[];
  invitations: InvitationEntry[];
  tokens: TokenRecord[];
  /** The raw value of a token made by this very request. */
  newToken?: string | undefined;
  /** A refusal, shown in the part its form stands in. */
  refused?: { part: SettingsPart; text: string } | undefined;
  now: Date;
}

/** Settings, members, invitations and tokens of a collective, for its admins and owners. */
export function CollectiveSettingsPage(props: CollectiveSettingsPageProps) {
  const { collective, members, invitations, tokens, now } = props;
  const base = `/collectives/${collective.slug}/settings`;
  const Refusal = ({ part }: { part: SettingsPart }) =>
    props.refused?.part === part ? <Notice kind="error" title={props.refused.text} /> : null;
  return (
    <Layout
      title={`Settings of @${collective.slug}`}
      viewer={props.viewer}
      here={props.here}
      noIndex
    >
      <h1>
        Settings of <a href={`/collectives/${collective.slug}`}>@{collective.slug}</a>
      </h1>
      {collective.planName ? <p class="quiet">Plan: {collective.planName}</p> : null}
      <nav class="page-nav" aria-label="On this page">
        <a href="#settings">Settings</a>
        <a href="#members">Members</a>
        <a href="#invitations">Invitations</a>
        <a href="#tokens">Tokens</a>
      </nav>

      <section id="settings" aria-labelledby="settings-title">
        <h2 id="settings-title">Settings</h2>
        <Refusal part="settings" />
        <form class="form sheet" method="post" action={`${base}/update`}>
          <Field
            name="description"
            label="Description"
            value={collective.description ?? ""}
            maxlength={LIMITS.collectiveDescriptionCharacters}
          />
          <Check name="private" on={collective.private}>
            Private: only members see the collective and its extensions
          </Check>
          <Check name="hideIssuesByDefault" on={collective.hideIssuesByDefault}>
            New issues from members are hidden by default
          </Check>
          <Check name="hideMembersFromPublic" on={collective.hideMembersFromPublic}>
            Hide the members from outsiders (takes effect on the Enterprise plan)
          </Check>
          <button type="submit" class="primary">Save settings</button>
        </form>
      </section>

      <section id="members" aria-labelledby="members-title">
        <h2 id="members-title">Members</h2>
        <Refusal part="members" />
        <ul class="rows sheet">
          {members.map((member) => <Member member={member} base={base} />)}
        </ul>
      </section>

      <section id="invitations" aria-labelledby="invitations-title">
        <h2 id="invitations-title">Invitations</h2>
        <Refusal part="invitations" />
        {invitations.length === 0
          ? <p class="quiet">No invitation is open.</p>
          : (
            <ul class="rows sheet">
              {invitations.map((entry) => <Invitation entry={entry} base={base} now={now} />)}
            </ul>
          )}
        <form class="form sheet" method="post" action={`${base}/invite`}>
          <Field
            name="who"
            label="Username or e-mail address"
            hint="No mail is sent. A person invited by address needs the link shown above."
            autocomplete="off"
            maxlength={254}
            required
          />
          <RoleSelect id="invite-role" label="Role" role="member" />
          <button type="submit" class="primary">Invite</button>
        </form>
      </section>

      <section id="tokens" aria-labelledby="tokens-title">
        <h2 id="tokens-title">API tokens</h2>
        <p>
          A token acts as the collective, with its scopes and nothing more. {tokens.length} of{" "}
          {LIMITS.tokensPerCollective} are in use; revoked ones count until they are deleted.
        </p>
        <Refusal part="tokens" />
        {props.newToken
          ? (
            <Notice kind="success" title="The new token. It is shown this one time.">
              <Command id="new-token" command={props.newToken} what="the new token" />
            </Notice>
          )
          : null}
        {tokens.length === 0 ? null : (
          <ul class="rows sheet">
            {tokens.map((token) => <TokenRow token={token} base={base} now={now} />)}
          </ul>
        )}
        <details open={props.refused?.part === "tokens"}>
          <summary>Create a token</summary>
          <form class="form sheet" method="post" action={`${base}/create-token`}>
            <Field
              name="name"
              label="Name of the token"
              hint="Who uses it, for example: release robot."
              autocomplete="off"
              maxlength={LIMITS.tokenNameCharacters}
              required
            />
            <Field
              name="days"
              label="Days until it expires"
              hint="Leave empty for a token that lasts until it is revoked. Shorter is safer."
              type="number"
              value="90"
            />
            <fieldset>
              <legend>Scopes</legend>
              <div class="scope-grid">
                {Object.entries(SCOPES).map(([scope, grants]) => (
                  <label class="check">
                    <input type="checkbox" name="scope" value={scope} />
                    <span>
                      <code>{scope}</code> <span class="quiet">{grants}</span>
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
            <button type="submit" class="primary">Create token</button>
          </form>
        </details>
      </section>

      {collective.role === "owner"
        ? (
          <section id="delete" aria-labelledby="delete-title">
            <h2 id="delete-title">Delete the collective</h2>
            <Refusal part="delete" />
            <details open={props.refused?.part === "delete"}>
              <summary>Delete @{collective.slug} for ever</summary>
              <form class="form sheet" method="post" action={`${base}/delete`}>
                <p>
                  Its tokens stop working, its members lose their rights, its extensions leave
                  search. Archives of public extensions stay for lockfiles. The name is never given
                  again.
                </p>
                <Field
                  name="confirm"
                  label={`Type ${collective.slug} to confirm`}
                  autocomplete="off"
                  maxlength={39}
                  required
                />
                <button type="submit" class="danger">Delete for ever</button>
              </form>
            </details>
          </section>
        )
        : null}
    </Layout>
  );
}

function Check({ name, on, children }: { name: string; on: boolean; children?: unknown }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} checked={on} />
      <span>{children as string}</span>
    </label>
  );
}

function Member({ member, base }: { member: MemberEntry; base: string }) {
  return (
    <li>
      <b>{member.username}</b>
      <div class="row-actions">
        <form class="inline-form" method="post" action={`${base}/change-role`}>
          <input type="hidden" name="id" value={member.id} />
          <RoleSelect
            id={`role-${member.id}`}
            label={`Role of ${member.username}`}
            role={member.role}
            quiet
          />
          <button type="submit">
            Change<span class="visually-hidden">the role of {member.username}</span>
          </button>
        </form>
        <form method="post" action={`${base}/remove-member`}>
          <input type="hidden" name="id" value={member.id} />
          <button type="submit" class="danger">
            Remove<span class="visually-hidden">{member.username}</span>
          </button>
        </form>
      </div>
    </li>
  );
}

function Invitation(
  { entry, base, now }: { entry: InvitationEntry; base: string; now: Date },
) {
  const who = entry.username ?? entry.email ?? "";
  return (
    <li>
      <div class="row-text">
        <b>{who}</b> <span class="chip chip-quiet">{entry.role}</span>
        <p class="quiet">
          Expires <When at={entry.expiresAt} now={now} />
          {entry.username === null
            ? (
              <>
                . Pass this on: <code>/account?invitation={entry.id}</code>
              </>
            )
            : null}
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

interface RoleSelectProps {
  id: string;
  label: string;
  role: Role;
  /** The label is for screen readers only. */
  quiet?: boolean;
}

function RoleSelect({ id, label, role, quiet }: RoleSelectProps) {
  return (
    <div class="field">
      <label class={quiet ? "visually-hidden" : ""} for={id}>{label}</label>
      <select id={id} name="role">
        {ROLES.map((value) => <option value={value} selected={value === role}>{value}</option>)}
      </select>
    </div>
  );
}
