import { isSvcError } from "@svc/core/error";
import { callerOrigin } from "../../access/audit/caller_origin.ts";
import { assertProved } from "../../access/credential/proof.ts";
import { field, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { Field, Notice } from "@svc/http/page";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { deleteAccount, ownedAlone } from "../person/delete_account.ts";
import { exportPerson } from "../person/export.ts";
import { AccountFrame } from "./frame.tsx";
import { PasswordField } from "../../platform/web/components/password_field.tsx";
import { Section } from "../../platform/web/components/section.tsx";

interface DataPageProps extends PageFrame {
  username: string;
  /** Collectives that would be left without an owner. */
  ownedAlone: readonly string[];
  errors?: { confirm?: string; password?: string; form?: string } | undefined;
}

function DataPage({ username, ownedAlone, errors = {}, ...frame }: DataPageProps) {
  return (
    <AccountFrame {...frame} title="Your data" path="/account/data">
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      <Section id="export" title="Export">
        <p>
          One JSON file with everything this registry holds about you: account, profile,
          collectives, keys and sessions without their secrets, what you published and wrote,
          notifications and mails.
        </p>
        <form method="post" action="/account/data/export">
          <button type="submit">Download my data</button>
        </form>
      </Section>
      <Section id="delete" title="Delete the account">
        {ownedAlone.length === 0
          ? <DeleteForm username={username} errors={errors} />
          : (
            <Notice kind="warning" title="You are the only owner of a collective.">
              <p>Make somebody else an owner, or delete the collective, before you can go:</p>
              <ul>
                {ownedAlone.map((slug) => (
                  <li>
                    <a href={`/collectives/${slug}/settings`}>@{slug}</a>
                  </li>
                ))}
              </ul>
            </Notice>
          )}
      </Section>
    </AccountFrame>
  );
}

function DeleteForm(
  { username, errors }: { username: string; errors: { confirm?: string; password?: string } },
) {
  const open = errors.confirm !== undefined || errors.password !== undefined;
  return (
    <>
      <ul>
        <li>You are signed out everywhere, and your personal keys stop working.</li>
        <li>
          Your profile, address, feed posts, notifications and applications are deleted. Issues and
          comments stay without your name.
        </li>
        <li>
          Extensions of your collectives stay. Those of @{username}{" "}
          are yanked: they leave search, and a lockfile that names a version still works.
        </li>
        <li>The name {username} is never given again.</li>
      </ul>
      <details open={open}>
        <summary>Delete my account</summary>
        <form class="form sheet" method="post" action="/account/data/delete">
          <Field
            name="confirm"
            label={`Type ${username} to confirm`}
            error={errors.confirm}
            autocomplete="off"
            maxlength={39}
            required
          />
          <PasswordField error={errors.password} />
          <button type="submit" class="danger">Delete my account</button>
        </form>
      </details>
    </>
  );
}

/** GET /account/data, and what a form on it led to. */
export async function showData(
  { frame, services, principal }: SignedInVisit,
  { status = 200, errors }: { status?: number; errors?: DataPageProps["errors"] } = {},
): Promise<Rendered> {
  const { id, username } = principal.user;
  const owned = await ownedAlone(services.db, id);
  const props = { ...frame, username, ownedAlone: owned, errors };
  return { status, page: <DataPage {...props} /> };
}

/** POST /account/data/export: a form, so that no other site makes a browser fetch it. */
export async function exportData(visit: SignedInVisit): Promise<Response> {
  const { services, principal: { user } } = visit;
  await readForm(visit);
  await services.auth.limits.exportData(user.id);
  const data = await exportPerson(services, user.id);
  services.log.info("account.exported", { userId: user.id });
  return new Response(`${JSON.stringify(data, undefined, 2)}\n`, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${user.username}.json"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** POST /account/data/delete */
export async function postDelete(visit: SignedInVisit): Promise<Rendered> {
  const { services, principal, context } = visit;
  const form = await readForm(visit);
  const { id, username } = principal.user;
  await assertProved(services.db, principal, services.now(), { given: "password" });
  if (field(form, "confirm") !== username) {
    const errors = { confirm: `Nothing was deleted. Type ${username} to confirm.` };
    return await showData(visit, { status: 400, errors });
  }
  const address = context.get("address");
  const origin = callerOrigin({ request: context.req.raw, address });
  const forgive = await services.auth.limits.signIn(id, address, id);
  try {
    await deleteAccount(services, principal, form.get("password") ?? "", origin);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    if (error.code !== "invalid_credentials") await forgive();
    const about = error.code === "invalid_credentials" ? "password" : "form";
    const errors = { [about]: refusalText(error.toJSON()) };
    return await showData(visit, { status: error.status, errors });
  }
  return { page: <GonePage username={username} /> };
}

function GonePage({ username }: { username: string }) {
  return (
    <Layout title="Account deleted" viewer={undefined} here="/" noIndex>
      <h1>Account deleted</h1>
      <Notice kind="success" title={`The account ${username} was deleted.`}>
        <p>
          <a href="/">To the start page</a>
        </p>
      </Notice>
    </Layout>
  );
}
