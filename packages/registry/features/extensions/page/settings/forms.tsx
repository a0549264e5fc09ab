import type { ExtensionInfo, VersionEntry } from "@svc/core/wire";
import type { Child } from "hono/jsx";
import { Field, Notice } from "@svc/http/page";
import type { Transfer } from "../../transfer/schema.ts";
import { Section } from "../../../../platform/web/components/section.tsx";

interface ManageExtensionProps {
  info: ExtensionInfo;
  /** The newest versions. */
  versions: VersionEntry[];
  /** Admins and owners may do more than rescore. */
  admin: boolean;
  /** Owners may give it away. */
  owner: boolean;
  /** To whom it is offered. */
  offer: Transfer | undefined;
  /** Why the last form was refused. */
  refused: string | undefined;
}

/** What an extension's own people can do with it on its page. */
export function ManageExtension(props: ManageExtensionProps) {
  const { info, versions, admin, owner, offer, refused } = props;
  return (
    <Section id="manage" title="Manage">
      {refused ? <Notice kind="error" title={refused} /> : null}
      <div class="sheet">
        <Action info={info} action="rescore">
          <p>
            Analyses the shown version again and looks up its dependencies again. The repository is
            looked up only when the last answer is more than seven days old; to have it looked up
            now, save its address again.
          </p>
          <button type="submit">Rescore</button>
        </Action>
        {admin ? <AdminActions info={info} /> : null}
        {admin ? <VersionActions info={info} versions={versions} /> : null}
        {owner ? <TransferAction info={info} offer={offer} /> : null}
      </div>
    </Section>
  );
}

function AdminActions({ info }: { info: ExtensionInfo }) {
  return (
    <>
      <details>
        <summary>Edit description, links, license and platforms</summary>
        <Action info={info} action="update">
          <Field name="description" label="Description" value={info.description} />
          <Field name="repository" label="Repository" value={info.repository ?? ""} />
          <Field name="homepage" label="Homepage" value={info.homepageUrl ?? ""} />
          <Field name="license" label="License" value={info.license ?? ""} />
          <Field
            name="platforms"
            label="Platforms"
            hint="Separated by commas; empty for all."
            value={info.platforms.join(", ")}
          />
          <button type="submit" class="primary">Save</button>
        </Action>
      </details>
      <details>
        <summary>{info.deprecatedAt ? "Lift the deprecation" : "Deprecate"}</summary>
        {info.deprecatedAt
          ? (
            <Action info={info} action="undeprecate">
              <button type="submit">Lift the deprecation</button>
            </Action>
          )
          : (
            <Action info={info} action="deprecate">
              <Field name="reason" label="Reason" maxlength={1000} required />
              <Field name="supersededBy" label="Use instead" hint="@collective/name, or empty." />
              <button type="submit">Deprecate</button>
            </Action>
          )}
      </details>
      <details>
        <summary>{info.yankedAt ? "Unyank" : "Yank"}</summary>
        {info.yankedAt
          ? (
            <Action info={info} action="unyank">
              <button type="submit">Unyank</button>
            </Action>
          )
          : (
            <Action info={info} action="yank">
              <p>
                It disappears from search and new pulls at once. Lockfiles that name it can still
                restore it.
              </p>
              <Field
                id="field-yank-reason"
                name="reason"
                label="Why it is yanked"
                maxlength={1000}
                required
              />
              <button type="submit" class="danger">Yank</button>
            </Action>
          )}
      </details>
    </>
  );
}

interface VersionActionsProps {
  info: ExtensionInfo;
  versions: VersionEntry[];
}

/** What concerns one version; a form that no version is right for is left out. */
function VersionActions({ info, versions }: VersionActionsProps) {
  const shown = versions.filter((entry) => entry.yankedAt === null);
  const yanked = versions.filter((entry) => entry.yankedAt !== null);
  const promotable = shown.filter((entry) => entry.channel !== "stable");
  return (
    <>
      {promotable.length === 0 ? null : (
        <details>
          <summary>Promote a version</summary>
          <Action info={info} action="promote">
            <p>
              The same version, in a higher channel. A version cannot be moved down again.
            </p>
            <VersionSelect id="promote-version" versions={promotable} />
            <div class="field">
              <label for="promote-channel">To channel</label>
              <select id="promote-channel" name="toChannel">
                <option value="stable">stable</option>
                <option value="rc">rc</option>
              </select>
            </div>
            <button type="submit">Promote</button>
          </Action>
        </details>
      )}
      {shown.length === 0 ? null : (
        <details>
          <summary>Yank a version</summary>
          <Action info={info} action="yank-version">
            <p>New pulls get another version. Lockfiles that name this one can still restore it.</p>
            <VersionSelect id="yank-version" versions={shown} />
            <Field
              id="field-yank-version-reason"
              name="reason"
              label="Why it is yanked"
              maxlength={1000}
              required
            />
            <button type="submit" class="danger">Yank this version</button>
          </Action>
        </details>
      )}
      {yanked.length === 0 ? null : (
        <details>
          <summary>Unyank a version</summary>
          <Action info={info} action="unyank-version">
            <VersionSelect id="unyank-version" versions={yanked} />
            <button type="submit">Unyank this version</button>
          </Action>
        </details>
      )}
    </>
  );
}

function TransferAction({ info, offer }: { info: ExtensionInfo; offer: Transfer | undefined }) {
  if (offer !== undefined) {
    return (
      <details open>
        <summary>Offered to @{offer.to}</summary>
        <Action info={info} action="cancel-transfer">
          <p>
            {offer.offeredBy} offered it. An owner of @{offer.to} can accept it until{" "}
            {offer.expiresAt.slice(0, 10)}.
          </p>
          <button type="submit">Withdraw the offer</button>
        </Action>
      </details>
    );
  }
  return (
    <details>
      <summary>Transfer to another collective</summary>
      <Action info={info} action="transfer">
        <p>
          An owner of that collective has 14 days to accept. It then has their name in the place of
          {" "}
          {info.namespace}, and only they can publish and change it. The versions until then can
          still be pulled as {info.name}. Issues stay here.
        </p>
        <Field name="to" label="Collective" hint="Its slug." maxlength={40} required />
        {info.isPrivate && (
          <label class="check">
            <input type="checkbox" name="makesPublic" value="yes" />
            If that collective is public, everybody may read the extension, all its versions and the
            name {info.name} in them.
          </label>
        )}
        <button type="submit" class="danger">Offer it</button>
      </Action>
    </details>
  );
}

function Action(
  { info, action, children }: { info: ExtensionInfo; action: string; children?: Child },
) {
  return (
    <form class="form" method="post" action="/extensions">
      <input type="hidden" name="name" value={info.name} />
      <input type="hidden" name="action" value={action} />
      {children}
    </form>
  );
}

/** A choice among versions, each with its channel. */
function VersionSelect({ id, versions }: { id: string; versions: VersionEntry[] }) {
  return (
    <div class="field">
      <label for={id}>Version</label>
      <select id={id} name="version">
        {versions.map(({ version, channel }) => (
          <option value={version}>
            {channel === "stable" ? version : `${version} (${channel})`}
          </option>
        ))}
      </select>
    </div>
  );
}
