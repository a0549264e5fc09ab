import type { ExtensionInfo } from "@svc/core/wire";
import type { Child } from "hono/jsx";
import { Field } from "./field.tsx";
import { Notice } from "./notice.tsx";

interface ManageExtensionProps {
  info: ExtensionInfo;
  /** Admins and owners may do more than rescore. */
  admin: boolean;
  /** Why the last form was refused. */
  refused: string | undefined;
}

/** What an extension's own people can do with it on its page. */
export function ManageExtension({ info, admin, refused }: ManageExtensionProps) {
  return (
    <section id="manage" aria-labelledby="manage-title">
      <h2 id="manage-title">Manage</h2>
      {refused ? <Notice kind="error" title={refused} /> : null}
      <div class="sheet">
        <Action info={info} action="rescore">
          <p>Analyse the shown version again, and ask about its repository when that is due.</p>
          <button type="submit">Rescore</button>
        </Action>
        {admin ? <AdminActions info={info} /> : null}
      </div>
    </section>
  );
}

function AdminActions({ info }: { info: ExtensionInfo }) {
  return (
    <>
      <details>
        <summary>Edit what the score reads live</summary>
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
        <summary>{info.yankedAt ? "Bring back" : "Yank"}</summary>
        {info.yankedAt
          ? (
            <Action info={info} action="unyank">
              <button type="submit">Bring back</button>
            </Action>
          )
          : (
            <Action info={info} action="yank">
              <p>
                It leaves search and fresh pulls at once. Lockfiles that name it still restore it.
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
