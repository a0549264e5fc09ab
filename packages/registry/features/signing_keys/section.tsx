import { LIMITS } from "@svc/core/limit";
import type { SigningKeyRecord } from "@svc/core/wire";
import { Field } from "@svc/http/page";
import { When } from "../../platform/web/components/when.tsx";
import { Rows } from "../../platform/web/components/rows.tsx";

interface SigningKeySectionProps {
  signingKeys: SigningKeyRecord[];
  /** What a field of the form shows. */
  value(name: string): string;
  /** What is wrong with a refused form, by field. */
  errors?: Readonly<Record<string, string>> | undefined;
  /** True when the form was refused, or an address has filled it in. */
  open: boolean;
  /** Address of the settings. */
  base: string;
  now: Date;
}

/** The keys that sign versions of a collective, and the form that registers one. */
export function SigningKeySection(props: SigningKeySectionProps) {
  const { signingKeys, base, now, value, errors = {} } = props;
  return (
    <>
      <p>
        A version that is signed with one of these keys says that it comes from somebody who has the
        key's private half, which this registry never sees. A key is good from its registration to
        its revocation.
      </p>
      <Rows
        rows={signingKeys.map((key) => <SigningKeyRow signingKey={key} base={base} now={now} />)}
      />
      <details open={props.open || signingKeys.length === 0}>
        <summary>Register a key</summary>
        <form class="form sheet" method="post" action={`${base}/create-signing-key`}>
          <Field
            name="name"
            label="Name of the key"
            hint="Where it is kept, for example: vault of the release team."
            value={value("name")}
            error={errors["name"]}
            autocomplete="off"
            maxlength={LIMITS.tokenNameCharacters}
            required
          />
          <Field
            name="publicKey"
            label="Public key"
            hint="As 'svc signing-key create' prints it, or P-256 or Ed25519 in PEM."
            value={value("publicKey")}
            error={errors["publicKey"]}
            autocomplete="off"
            required
          />
          <button type="submit" class="primary">Register key</button>
        </form>
      </details>
    </>
  );
}

function SigningKeyRow({ signingKey: key, base, now }: {
  signingKey: SigningKeyRecord;
  base: string;
  now: Date;
}) {
  return (
    <li>
      <div class="row-text">
        <b>{key.name}</b>{" "}
        {key.revokedAt === null ? null : <span class="chip chip-bad">revoked</span>}
        <p class="quiet">
          Registered <When at={key.createdAt} now={now} /> by {key.createdBy ?? "a deleted account"}
          {key.revokedAt === null ? null : (
            <>
              , revoked <When at={key.revokedAt} now={now} />
            </>
          )}
        </p>
        <p class="quiet break">
          SHA-256 <code>{key.hint}</code>
        </p>
      </div>
      {key.revokedAt === null && (
        <div class="row-actions">
          <form method="post" action={`${base}/revoke-signing-key`}>
            <input type="hidden" name="id" value={key.id} />
            <button type="submit" class="danger">
              Revoke<span class="visually-hidden">signing key {key.name}</span>
            </button>
          </form>
        </div>
      )}
    </li>
  );
}
