import { assertSecretKey, assertSlug } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { ON_PAGE, onPage } from "../../collective/on_page.ts";
import { confirm } from "../../frame/ask.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR, YES } from "../../frame/options.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { SIGNING_KEY } from "../../publishing/sign.ts";
import { KEY, mayHave, VAULT, withVault } from "../../vault/open.ts";

export default defineCommand({
  ...ON_PAGE,
  description: [
    "Makes a P-256 key and stores its private half in a vault of the repository; it is never printed.",
    "Then leads to the page where an owner or admin of the collective registers the public half.",
    "From then on 'svc extension push --sign <vault>' signs with it. An existing key is replaced",
    "after a prompt, or with --yes.",
    ON_PAGE.description,
  ].join("\n"),
  examples: {
    "svc signing-key create acme prod": `stores ${SIGNING_KEY} in the vault prod`,
    "svc signing-key create acme prod RELEASE_KEY": "under another name",
  },
  arguments: [
    arg("collective", "the collective whose versions it signs"),
    VAULT,
    { ...KEY, optional: true, mayBeNew: true, defaultText: SIGNING_KEY },
  ],
  options: {
    ...ON_PAGE.options,
    ...GRANT_OPTIONS,
    yes: { ...YES, summary: "Replace an existing key without asking" },
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { collective, vault, key: secretKey = SIGNING_KEY } = context.arguments;
    assertSlug(collective);
    assertSecretKey(secretKey);
    const { login } = await connect(context);
    const { newSigningKey } = await import("@svc/provenance/sign");
    const made = newSigningKey();
    await withVault(context, vault, async ({ provider, signal }) => {
      if (!context.options.yes && await mayHave(provider, secretKey, { signal })) {
        await confirm(context, `Replace ${secretKey} in ${vault}?`);
      }
      await provider.put(secretKey, made.privateKey, { signal });
    });
    const query = new URLSearchParams({
      name: `${vault}/${secretKey}`,
      publicKey: made.publicKey,
    });
    const page = await onPage(
      context,
      `register this key for ${collective}`,
      `${login.serverUrl}/collectives/${collective}/settings/signing-keys?${query}`,
    );
    return {
      ...page,
      vaultName: vault,
      secretKey,
      publicKey: made.publicKey,
      // By which signatures name it.
      sha256: made.hint,
    };
  },
  text: (result) =>
    `Stored ${result.secretKey} in ${result.vaultName}; SHA-256 ${result.sha256}.\n${
      ON_PAGE.text(result)
    }`,
});
