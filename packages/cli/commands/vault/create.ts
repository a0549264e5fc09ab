import { assertVaultName } from "@svc/core/name";
import { createVault, LOCAL_TYPE, vaultType } from "@svc/runtime/vaults";
import { schemaAddress } from "../../client/schema_address.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { GRANT_OPTIONS } from "../../permission/allow.ts";
import { CONFIG, CONFIG_FILE, configOf } from "../../vault/config.ts";
import { admitType } from "../../vault/type.ts";

export default defineCommand({
  description: [
    `${LOCAL_TYPE} keeps secrets encrypted in .svc on this machine and needs no login. Other types`,
    "come from extensions: pull the extension first. They need a login, or a collective token with the",
    "scope vault:*. The configuration is written to vaults/, to be kept in git; no secret belongs in it.",
  ].join("\n"),
  examples: {
    [`svc vault create ${LOCAL_TYPE} prod`]: "on this machine",
    [`svc vault create ${LOCAL_TYPE}`]: "named after its type: local-encryption",
    [`svc vault create ${LOCAL_TYPE} prod --config key_file=~/keys/prod.key`]:
      "with the key outside of the repository",
    "svc vault create @svc/openbao team --config address=https://bao.example.org":
      "with an extension",
  },
  arguments: [
    arg("type", `${LOCAL_TYPE}, or the type of an extension`),
    arg("name", "name of the vault: lower-case letters, digits and '-'", {
      defaultText: "the type's",
      optional: true,
    }),
  ],
  options: {
    config: CONFIG,
    "config-file": CONFIG_FILE,
    ...GRANT_OPTIONS,
    "repo-dir": REPO_DIR,
  },
  credential: "personal key or token",
  async run(context) {
    const { arguments: given, options } = context;
    const repository = await repositoryOf(context);
    const type = vaultType(given.type);
    const name = given.name ?? type.split("/").at(-1)!.replaceAll("_", "-");
    assertVaultName(name);
    const config = await configOf(options);
    await admitType(context, repository, { name, type, config });
    const schema = await schemaAddress("vault", context);
    const { id, createdAt } = await createVault(repository, { type, name, config, schema });
    return { id, name, type, config, createdAt, path: `vaults/${type}/${id}.yaml` };
  },
  text: ({ name, type, path }) =>
    [
      `Created vault ${name} (${type}).`,
      `Path: ${path}`,
      `Store a secret: svc vault put ${name} <key>`,
      ...(type === LOCAL_TYPE
        ? [`Keep a copy of its key file somewhere safe; 'svc vault describe ${name}' shows where.`]
        : []),
    ].join("\n"),
});
