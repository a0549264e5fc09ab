import { assertSecretKey } from "@svc/core/name";
import type { SignedProvenance } from "../extension/publish.ts";
import { type Context, text } from "../frame/command.ts";
import type { Located } from "../frame/repository.ts";
import { withVault } from "../vault/open.ts";

/** The secret that a signing key is, unless it is named. */
export const SIGNING_KEY = "SIGNING_KEY";

/** With which key of which vault a version is signed. */
export const SIGN = text(
  "<vault>[/<key>]",
  `Sign it with a key from a vault, ${SIGNING_KEY} unless named`,
);

/** Signs a version, by its subject `name@version` and the archive's checksum. */
export type Sign = (subject: { name: string; checksum: string }) => SignedProvenance;

/**
 * Takes a key from a vault to sign with.
 *
 * @throws SvcError `vault_not_found`, `secret_not_found`, `invalid_argument` for a secret that is not a key
 */
export async function signWith(
  context:
    & Pick<Context, "json" | "quiet" | "verbose" | "note" | "host">
    & Located
    & { options: { readonly yes: boolean } },
  from: string,
): Promise<Sign> {
  const [vault = "", ...rest] = from.split("/");
  const key = rest.length === 0 ? SIGNING_KEY : rest.join("/");
  assertSecretKey(key);
  const options = { ...context.options, "allow-all-requested": false, allow: [] };
  const secret = await withVault(
    { ...context, options },
    vault,
    ({ provider, signal }) => provider.get(key, { signal }),
  );
  const { privateKeyOf, signVersion } = await import("@svc/provenance/sign");
  privateKeyOf(secret);
  return (subject) => {
    const bundle = signVersion(subject, secret);
    return { kind: "key", bundle: () => Promise.resolve(bundle) };
  };
}
