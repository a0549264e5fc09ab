import { equal, match, ok } from "node:assert/strict";
import type { OpenbaoService } from "@svc/fakes/openbao";
import { SecretFailure } from "../../platform/secrets/failure.ts";
import type { Provider } from "../../platform/secrets/provider.ts";
import { engineAt } from "../engine.ts";
import { vault } from "../openbao.ts";
import { openbaoProvider } from "../provider.ts";
import { serverAt } from "../server.ts";
import { connectionOf, type OpenbaoConfig } from "../settings.ts";

/** A predicate for a refusal: its code, what its text says, and that it holds no secret. */
export const refusal = (code: string, text: RegExp) => (error: unknown) => {
  ok(error instanceof SecretFailure, String(error));
  equal(error.code, code, error.message);
  match(error.message, text);
  equal(/hush-hush|s\.[0-9a-f]{8}-/.test(error.message), false, error.message);
  return true;
};

/**
 * The vault `team` of this server, as `createProvider` makes it, with these variables. It waits long for an
 * answer: so a test that stands still for a while fails only when it asks for less.
 */
export function open(
  bao: OpenbaoService,
  config: OpenbaoConfig = {},
  env: Record<string, string | undefined> = {},
  { name = "team", timeoutMs = 60_000 } = {},
): Provider {
  const variables: Record<string, string | undefined> = { BAO_TOKEN: bao.token, ...env };
  const settings = vault.configSchema.parse({ address: bao.url, ...config });
  const connection = connectionOf(settings, (variable) => variables[variable]);
  const engine = engineAt(serverAt(connection, timeoutMs), settings.mount ?? "secret");
  const { entry, path = `svc/${name}`, field = "value" } = settings;
  const layout = entry === undefined
    ? { folder: path.split("/"), field }
    : { entry: entry.split("/") };
  return openbaoProvider(name, engine, layout);
}
