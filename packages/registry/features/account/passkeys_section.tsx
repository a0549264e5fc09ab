import { Field, Notice } from "@svc/http/page";
import {
  PasskeyForm,
  type PasskeyQuestion,
  WithPasskey,
} from "../../platform/web/components/passkey.tsx";
import { LastUsed, When } from "../../platform/web/components/when.tsx";
import { Section } from "../../platform/web/components/section.tsx";
import { Rows } from "../../platform/web/components/rows.tsx";

const PATH = "/account/security";
const NAME_CHARACTERS = 64;

/** A passkey as its person sees it. */
export interface PasskeyEntry {
  id: string;
  name: string;
  provider: string | null;
  synced: boolean;
  host: string;
  createdAt: string;
  lastUsedAt: string | null;
}

interface PasskeysSectionProps {
  passkeys: readonly PasskeyEntry[];
  /** The host passkeys are for; undefined where browsers offer none. */
  host: string | undefined;
  baseUrl: string;
  /** A passkey that is being created. */
  question: PasskeyQuestion | undefined;
  error: string | undefined;
  now: Date;
}

/** The passkeys of an account, and the ways to add, rename and remove them. */
export function PasskeysSection(props: PasskeysSectionProps) {
  const { passkeys, host, question, error, now } = props;
  return (
    <Section id="passkeys" title="Passkeys">
      <p>
        A passkey is on your phone, your computer, a security key or in your password manager. It
        signs in alone, and no other site can ask for it. Your password alone does not sign in any
        more once you have one.
      </p>
      <Rows rows={passkeys.map((entry) => <PasskeyRow entry={entry} host={host} now={now} />)} />
      {error ? <Notice kind="error" title={error} /> : null}
      {host === undefined
        ? (
          <p>
            Browsers offer passkeys on https only, and for a host with a name. This registry is at
            {" "}
            {props.baseUrl}: use an authenticator app.
          </p>
        )
        : question
        ? <NewPasskey question={question} />
        : (
          <WithPasskey>
            <form method="post" action={PATH}>
              <button
                type="submit"
                class={passkeys.length === 0 ? "primary" : undefined}
                name="action"
                value="passkey-begin"
              >
                Add a passkey
              </button>
            </form>
          </WithPasskey>
        )}
    </Section>
  );
}

function NewPasskey({ question }: { question: PasskeyQuestion }) {
  return (
    <PasskeyForm action={PATH} ask="create" question={question} button="Create the passkey">
      <input type="hidden" name="action" value="passkey-add" />
      <Field
        name="name"
        label="Name of the passkey"
        hint="What it is on, for example: phone. Empty: who makes it."
        autocomplete="off"
        maxlength={NAME_CHARACTERS}
      />
    </PasskeyForm>
  );
}

interface PasskeyRowProps {
  entry: PasskeyEntry;
  host: string | undefined;
  now: Date;
}

function PasskeyRow({ entry, host, now }: PasskeyRowProps) {
  const { id, name, provider, synced, createdAt, lastUsedAt } = entry;
  return (
    <li>
      <div class="row-text">
        <b>{name}</b>
        {entry.host === host ? null : <span class="chip chip-bad">for {entry.host}</span>}
        <p class="quiet">
          {provider === null || provider === name ? null : `${provider}, `}
          {synced ? "synced" : "on one device"}, added <When at={createdAt} now={now} />,{" "}
          <LastUsed at={lastUsedAt} now={now} />
        </p>
        <details>
          <summary>
            Rename<span class="visually-hidden">the passkey {name}</span>
          </summary>
          <form class="form" method="post" action={PATH}>
            <input type="hidden" name="id" value={id} />
            <Field
              name="name"
              id={`name-${id}`}
              label="New name"
              value={name}
              autocomplete="off"
              maxlength={NAME_CHARACTERS}
              required
            />
            <button type="submit" name="action" value="passkey-rename">Rename</button>
          </form>
        </details>
      </div>
      <form method="post" action={PATH}>
        <input type="hidden" name="id" value={id} />
        <button type="submit" class="danger" name="action" value="passkey-remove">
          Remove<span class="visually-hidden">the passkey {name}</span>
        </button>
      </form>
    </li>
  );
}
