import { LIMITS } from "@svc/core/limit";
import type { Role } from "@svc/core/role";
import type { Invitation, Member, TokenRecord } from "@svc/core/wire";
import { BillingSection, type ListedBilling } from "../billing/billing_section.tsx";
import { Check } from "../../platform/web/components/check.tsx";
import { Field } from "../../platform/web/components/field.tsx";
import { InvitationRow } from "./components/invitation_row.tsx";
import { MemberRow } from "./components/member_row.tsx";
import { Notice } from "../../platform/web/components/notice.tsx";
import { RoleSelect } from "./components/role_select.tsx";
import { TokenSection } from "../tokens/page/token_section.tsx";
import type { SettingsPart } from "./action.ts";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";

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
}

interface CollectiveSettingsPageProps extends PageFrame {
  collective: CollectiveSettings;
  members: Member[];
  invitations: Invitation[];
  tokens: TokenRecord[];
  billing: ListedBilling;
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
  const refused = (part: SettingsPart) =>
    props.refused?.part === part ? props.refused.text : undefined;
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
      <nav class="page-nav" aria-label="On this page">
        <a href="#settings">Settings</a>
        <a href="#members">Members</a>
        <a href="#invitations">Invitations</a>
        <a href="#tokens">Tokens</a>
        <a href="#billing">Billing</a>
      </nav>

      <SettingsForm collective={collective} base={base} refused={refused("settings")} />

      <section id="members" aria-labelledby="members-title">
        <h2 id="members-title">Members</h2>
        <Refusal text={refused("members")} />
        <ul class="rows sheet">
          {members.map((member) => <MemberRow member={member} base={base} />)}
        </ul>
      </section>

      <Invitations
        invitations={invitations}
        base={base}
        now={now}
        refused={refused("invitations")}
      />

      <TokenSection
        tokens={tokens}
        newToken={props.newToken}
        refused={refused("tokens")}
        base={base}
        now={now}
      />

      <BillingSection
        billing={props.billing}
        refused={refused("billing")}
        base={base}
        now={now}
      />

      {collective.role === "owner"
        ? (
          <Deletion
            slug={collective.slug}
            base={base}
            refused={refused("delete")}
          />
        )
        : null}
    </Layout>
  );
}

/** What a section's form was refused with, if anything. */
function Refusal({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Notice kind="error" title={text} />;
}

/** The text for {@linkcode Refusal}. */
type WithRefusal = { refused: string | undefined };

function SettingsForm(
  { collective, base, refused }: { collective: CollectiveSettings; base: string } & WithRefusal,
) {
  return (
    <section id="settings" aria-labelledby="settings-title">
      <h2 id="settings-title">Settings</h2>
      <Refusal text={refused} />
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
  );
}

function Invitations(
  { invitations, base, now, refused }:
    & { invitations: Invitation[]; base: string; now: Date }
    & WithRefusal,
) {
  return (
    <section id="invitations" aria-labelledby="invitations-title">
      <h2 id="invitations-title">Invitations</h2>
      <Refusal text={refused} />
      {invitations.length === 0
        ? <p class="quiet">No invitation is open.</p>
        : (
          <ul class="rows sheet">
            {invitations.map((entry) => <InvitationRow entry={entry} base={base} now={now} />)}
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
  );
}

function Deletion(
  { slug, base, refused }: { slug: string; base: string } & WithRefusal,
) {
  return (
    <section id="delete" aria-labelledby="delete-title">
      <h2 id="delete-title">Delete the collective</h2>
      <Refusal text={refused} />
      <details open={refused !== undefined}>
        <summary>Delete @{slug} for ever</summary>
        <form class="form sheet" method="post" action={`${base}/delete`}>
          <p>
            Its tokens stop working, its members lose their rights, its extensions leave search.
            Archives of public extensions stay for lockfiles. The name is never given again.
          </p>
          <Field
            name="confirm"
            label={`Type ${slug} to confirm`}
            autocomplete="off"
            maxlength={39}
            required
          />
          <button type="submit" class="danger">Delete for ever</button>
        </form>
      </details>
    </section>
  );
}
