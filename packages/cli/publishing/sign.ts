import type { Manifest } from "@svc/core/manifest";
import { assertSecretKey } from "@svc/core/name";
import type { SignedProvenance } from "../extension/publish.ts";
import type { Context, OptionSpec } from "../frame/command.ts";
import type { Located } from "../frame/repository.ts";
import { withVault } from "../vault/open.ts";

/** The secret that a signing key is, unless it is named. */
export const SIGNING_KEY = "SIGNING_KEY";

/** With which key of which vault a version is signed. */
export const SIGN = {
  kind: "text",
  value: "<vault>[/<key>]",
  summary: `Sign it with a key from a vault, ${SIGNING_KEY} unless named`,
} as const satisfies OptionSpec;

/**
 * Signs a version with a key from a vault.
 *
 * @throws SvcError `vault_not_found`, `secret_not_found`, `invalid_argument` for a secret that is not a key
 */
export async function signed(
  context:
    & Pick<Context, "json" | "quiet" | "verbose" | "note" | "host">
    & Located
    & { options: { readonly yes: boolean } },
  from: string,
  { name, version }: Pick<Manifest, "name" | "version">,
  checksum: string,
): Promise<SignedProvenance> {
  const [vault = "", ...rest] = from.split("/");
  const key = rest.length === 0 ? SIGNING_KEY : rest.join("/");
  assertSecretKey(key);
  const options = { ...context.options, "allow-all-requested": false, allow: [] };
  const secret = await withVault(
    { ...context, options },
    vault,
    ({ provider, signal }) => provider.get(key, { signal }),
  );
  const { signVersion } = await import("@svc/provenance/sign");
  const bundle = signVersion({ name: `${name}@${version}`, checksum }, secret);
  return { kind: "key", bundle: () => Promise.resolve(bundle) };
}
