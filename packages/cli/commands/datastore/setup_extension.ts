import { extensionType } from "@svc/runtime/datastores";
import { parseInputs } from "@svc/runtime/inputs";
import { setUp, SETUP_OPTIONS, setupText } from "../../datastore/setup.ts";
import { arg, defineCommand, list } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { admitConfiguration } from "../../provider/admit.ts";

export default defineCommand({
  description: [
    "The type is of an extension that is pulled, or of this repository's own sources. Its configuration",
    "goes into .svc.yaml, which is in git: no credential belongs there. Write ${{ env.NAME }} or",
    "${{ vault.get(vault, KEY) }} in its place: svc reads it each time it opens the datastore.",
    "Needs a login; a collective token needs the scope datastore:*.",
  ].join("\n"),
  examples: {
    "svc datastore setup extension @svc/s3 --config bucket=team --config endpoint=https://s3.example.com":
      "share a bucket",
    "svc datastore setup extension @acme/depot --config 'token=${{ env.DEPOT_TOKEN }}'":
      "with a token that stays in a variable",
  },
  arguments: [arg("type", "type of the datastore, as @collective/name")],
  options: {
    config: list("<key=value>", "A setting of the datastore, or all of them as one JSON object"),
    ...SETUP_OPTIONS,
    ...GRANT_OPTIONS,
    "repo-dir": REPO_DIR,
  },
  credential: "personal key or token",
  async run(context) {
    const { options, arguments: { type } } = context;
    const repository = await repositoryOf(context);
    const config = await parseInputs(options.config, { flag: "--config" });
    const normalized = extensionType("The command", type);
    const provider = { kind: "datastore", type: normalized, name: "", config } as const;
    for (
      const name of Object.keys(config).filter((name) => isPlainCredential(name, config[name]))
    ) {
      context.warn(
        `'${name}' goes into .svc.yaml as it is, for everybody who has the repository. If it is a ` +
          `credential, write --config '${name}=\${{ env.NAME }}' or ` +
          `--config '${name}=\${{ vault.get(vault, KEY) }}'`,
      );
    }
    await admitConfiguration(context, repository, provider);
    return await setUp(context, repository, { type: normalized, config });
  },
  text: setupText,
});

/** Ends of names of settings whose values are credentials. */
const CREDENTIAL =
  /(?:secret|token|passw(?:or)?d|passphrase|credentials?|api_?key|access_?key|private_?key)$/i;

/** True for a setting that looks like a credential and is written out. */
function isPlainCredential(name: string, value: unknown): boolean {
  return CREDENTIAL.test(name) && typeof value === "string" && value !== "" &&
    !value.includes("${{");
}
