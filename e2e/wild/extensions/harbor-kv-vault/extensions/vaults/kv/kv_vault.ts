import { z } from "npm:zod@4.4.3";

const ConfigSchema = z.object({
  address: z.url().optional().describe("Address of the server, or VAULT_ADDR"),
  mount: z.string().default("secret"),
  prefix: z.string().default("svc"),
  tokenEnv: z.string().default("VAULT_TOKEN").describe(
    "The variable with the token",
  ),
});
type Config = z.infer<typeof ConfigSchema>;

class KvVault {
  readonly #config: Config;
  constructor(private readonly name: string, config: Config) {
    this.#config = config;
  }

  getName(): string {
    return this.name;
  }

  async get(key: string): Promise<string> {
    const response = await this.#request("GET", "data", key);
    if (response.status === 404) {
      await response.body?.cancel();
      throw new Error(`Secret '${key}' not found in vault '${this.name}'`);
    }
    const body = await this.#body(response);
    const value = body.data?.data?.value;
    if (typeof value !== "string") {
      throw new Error(`Secret '${key}' has no value`);
    }
    return value;
  }

  async put(key: string, value: string): Promise<void> {
    await this.#body(
      await this.#request("POST", "data", key, { data: { value } }),
    );
  }

  async list(): Promise<string[]> {
    const response = await this.#request("LIST", "metadata", "");
    if (response.status === 404) {
      await response.body?.cancel();
      return [];
    }
    const body = await this.#body(response);
    return (body.data?.keys ?? []).filter((k: string) => !k.endsWith("/"));
  }

  async delete(key: string): Promise<void> {
    const response = await this.#request("DELETE", "metadata", key);
    await response.body?.cancel();
  }

  async #request(
    method: string,
    kind: string,
    key: string,
    body?: unknown,
  ): Promise<Response> {
    const { mount, prefix, tokenEnv } = this.#config;
    const address = this.#config.address ?? Deno.env.get("VAULT_ADDR");
    if (!address) throw new Error("Give an address, or set VAULT_ADDR");
    const token = Deno.env.get(tokenEnv);
    if (!token) throw new Error(`Set ${tokenEnv}`);
    const path = [prefix, key].filter(Boolean).map(encodeURIComponent).join(
      "/",
    );
    return await fetch(`${address}/v1/${mount}/${kind}/${path}`, {
      method,
      headers: { "x-vault-token": token },
      body: body ? JSON.stringify(body) : undefined,
    });
  }

  // deno-lint-ignore no-explicit-any
  async #body(response: Response): Promise<any> {
    if (!response.ok) {
      const text = await response.text();
      throw new Error(
        `Vault answered ${response.status}: ${text.slice(0, 200)}`,
      );
    }
    if (response.status === 204) return {};
    return await response.json();
  }
}

/** The KV engine of a Vault server. */
export const vault = {
  type: "@harbor/kv-vault",
  name: "KV version 2",
  description: "Secrets in the KV engine (version 2) of a Vault server",
  configSchema: ConfigSchema,
  createProvider(name: string, config: Record<string, unknown>) {
    return new KvVault(name, ConfigSchema.parse(config));
  },
};
