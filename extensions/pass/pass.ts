/**
 * A vault over `pass`, the standard unix password manager: each secret is a file that gpg has encrypted
 * for the keys of the password store.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import type { Provider } from "../platform/secrets/provider.ts";
import { passProvider } from "./provider.ts";
import { passIn } from "./run_pass.ts";
import { environmentOf, type PassConfig, PREFIX, STORE } from "./settings.ts";

export type { PassConfig, Provider };

/** The vault type `@svc/pass`. */
export const vault = {
  type: "@svc/pass",
  name: "pass",
  description:
    "Secrets in the store of pass, the standard unix password manager, encrypted with GnuPG",
  configSchema: z.strictObject({
    prefix: z.string().max(200).regex(PREFIX).optional().describe(
      "Folder of the secrets in the store, such as work/api; empty for the whole store " +
        "(default: svc/NAME of the vault)",
    ),
    store: z.string().max(1000).regex(STORE).optional().describe(
      "Folder of the store, from / or ~/ (default: PASSWORD_STORE_DIR or ~/.password-store)",
    ),
    firstLine: z.boolean().optional().describe(
      "Use only the first line of an entry as its value, as 'pass insert' writes it",
    ),
  }),
  /** The secrets of the vault with this name. */
  createProvider(name: string, config: PassConfig = {}): Provider {
    const { prefix = `svc/${name}`, firstLine = false } = config;
    const env = environmentOf({ ...config, prefix }, Deno.cwd(), (name) => Deno.env.get(name));
    return passProvider({ name, prefix, firstLine }, passIn(env));
  },
};
