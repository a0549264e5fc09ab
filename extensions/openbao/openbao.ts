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
      "URL of the server, such as https://bao.example.com:8200 (default: BAO_ADDR or VAULT_ADDR)",
    ),
    mount: path.describe("Mount of the engine (default: secret)"),
    path: path.describe(
      "Folder of the entries, one per key (default: svc/ and the vault's name)",
    ),
    field: z.string().min(1).max(200).optional().describe(
      "Field of an entry that has the value (default: value)",
    ),
    entry: path.describe("One entry whose fields are the keys, in place of a folder of entries"),
    namespace: path.describe("Namespace (default: BAO_NAMESPACE or VAULT_NAMESPACE)"),
    appRole: path.describe("Mount of AppRole, for a login by role (default: approle)"),
    caCert: z.string().max(20_000).startsWith("-----BEGIN CERTIFICATE-----").optional().describe(
      "CA certificate of the server, as PEM (default: those of this machine)",
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
