/**
 * A vault over OpenBao or HashiCorp Vault: secrets are in a key/value engine of version 2 and are read
 * and written over its HTTP API.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { Provider } from "../platform/secrets/provider.ts";
import { engineAt } from "./engine.ts";
import { openbaoProvider } from "./provider.ts";
import { serverAt } from "./server.ts";
import { connectionOf, type OpenbaoConfig, PATH } from "./settings.ts";

export type { OpenbaoConfig, Provider };

const path = z.string().max(500).regex(PATH).optional();

/** The vault type `@svc/openbao`. */
export const vault = {
  type: "@svc/openbao",
  name: "OpenBao",
  description: "Secrets in a key/value engine of OpenBao or HashiCorp Vault",
  configSchema: z.strictObject({
    address: z.string().max(500).optional().describe(
      "Where the server is, such as https://bao.example.com:8200; BAO_ADDR or VAULT_ADDR unless given",
    ),
    mount: path.describe("The engine's mount; secret unless given"),
    path: path.describe(
      "Folder of the entries, one for each key; svc/ and the vault's name unless given",
    ),
    field: z.string().min(1).max(200).optional().describe(
      "The field of an entry that holds the value; value unless given",
    ),
    entry: path.describe("One entry whose fields are the keys, in place of a folder of entries"),
    namespace: path.describe("The namespace; BAO_NAMESPACE or VAULT_NAMESPACE unless given"),
    appRole: path.describe("Where AppRole is mounted, for a login by role; approle unless given"),
    caCert: z.string().max(20_000).startsWith("-----BEGIN CERTIFICATE-----").optional().describe(
      "Certificate of the authority that has signed the server's, as PEM; the machine's unless given",
    ),
  }),
  /** The secrets of the vault with this name. */
  createProvider(name: string, config: OpenbaoConfig = {}): Provider {
    const connection = connectionOf(config, (variable) => Deno.env.get(variable));
    const engine = engineAt(serverAt(connection), config.mount ?? "secret");
    const { entry, path: folder = `svc/${name}`, field = "value" } = config;
    return openbaoProvider(
      name,
      engine,
      entry === undefined ? { folder: folder.split("/"), field } : { entry: entry.split("/") },
    );
  },
};
