import type { PersonalKey, TokensOfKey } from "@svc/core/wire";
import { LIMITS } from "@svc/core/limit";
import { askApi, callApi, field, readForm, refusalText } from "../../access/page/form.ts";
import type { Rendered, SignedInVisit } from "../../access/page/visit.ts";
import { Command } from "../../platform/web/components/command.tsx";
import { Field, Notice } from "@svc/http/page";
import type { PageFrame } from "../../platform/web/layout/layout.tsx";
import { redirect } from "@svc/http/edge";
import { AccountFrame } from "./frame.tsx";
import { type KeyEntry, KeyRow } from "./key_row.tsx";
import { Rows } from "../../platform/web/components/rows.tsx";

type ListedKey = PersonalKey & TokensOfKey;

interface KeysPageProps extends PageFrame {
  keys: KeyEntry[];
  /** The raw value of a key made by this exact request. */
  newKey?: string | undefined;
  errors?: { name?: string; form?: string } | undefined;
  now: Date;
}

function KeysPage({ keys, newKey, errors = {}, now, ...frame }: KeysPageProps) {
  return (
    <AccountFrame {...frame} title="Personal keys" path="/account/keys">
      {errors.form ? <Notice kind="error" title={errors.form} /> : null}
      {newKey && (
        <Notice kind="success" title="Your new key. It is shown only now.">
          <Command id="new-key" command={newKey} what="the new key" />
        </Notice>
      )}
      <p>
        A personal key can do everything you can. <code>svc auth login</code>{" "}
        makes one for each machine. For CI, create a collective token instead: it holds only the
        scopes you give it.
      </p>
      <Rows rows={keys.map((key) => <KeyRow entry={key} now={now} />)} empty="You have no keys." />
      <details open={errors.name !== undefined}>
        <summary>Create a key</summary>
        <form class="form sheet" method="post" action="/account/keys">
          <Field
            name="name"
            label="Name of the key"
            hint="What it is for, for example: laptop."
            error={errors.name}
            autocomplete="off"
            maxlength={LIMITS.keyNameCharacters}
            required
          />
          <button type="submit" class="primary">Create key</button>
        </form>
      </details>
    </AccountFrame>
  );
}

/** POST /account/keys: the answer itself shows the key, the one time it exists. */
export async function createKey(visit: SignedInVisit): Promise<Rendered> {
  const form = await readForm(visit);
  const answer = await callApi<{ key: string }>(visit, "POST /api/auth/api-key/create", {
    name: field(form, "name"),
  });
  if (answer.ok) return await showKeys(visit, { newKey: answer.body.key });
  const errors = { name: refusalText(answer.error) };
  return await showKeys(visit, { status: answer.status, errors });
}

/** POST /account/keys/delete: the key, and the tokens it created where the form says so. */
export async function deleteKey(visit: SignedInVisit): Promise<Rendered | Response> {
  const form = await readForm(visit);
  const answer = await callApi(visit, "POST /api/auth/api-key/delete", {
    keyId: field(form, "id"),
    revokeTokens: form.get("tokens") === "revoke",
  });
  if (answer.ok) return redirect("/account/keys");
  const errors = { form: refusalText(answer.error) };
  return await showKeys(visit, { status: answer.status, errors });
}

/** GET /account/keys, and what a form on it led to. */
export async function showKeys(
  visit: SignedInVisit,
  state: Pick<KeysPageProps, "newKey" | "errors"> & { status?: number } = {},
): Promise<Rendered> {
  const { apiKeys } = await askApi<{ apiKeys: ListedKey[] }>(visit, "GET /api/auth/api-key/list");
  return {
    status: state.status ?? 200,
    secret: state.newKey !== undefined,
    page: (
      <KeysPage
        {...visit.frame}
        keys={apiKeys.map(keyEntry)}
        newKey={state.newKey}
        errors={state.errors}
        now={visit.now}
      />
    ),
  };
}

function keyEntry(key: ListedKey): KeyEntry {
  return {
    id: key.id,
    name: key.name ?? "unnamed",
    start: key.start ?? "svc_",
    createdAt: key.createdAt,
    lastUsedAt: key.lastRequest,
    enabled: key.enabled,
    tokens: key.tokens,
    otherTokens: key.otherTokens,
  };
}
