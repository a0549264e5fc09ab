import { isLoopback } from "../platform/loopback.ts";
import { SecretFailure } from "../platform/secrets/failure.ts";

/** The configuration of a vault, as its schema gives it. */
export interface OpenbaoConfig {
  address?: string | undefined;
  mount?: string | undefined;
  path?: string | undefined;
  field?: string | undefined;
  entry?: string | undefined;
  namespace?: string | undefined;
  appRole?: string | undefined;
  caCert?: string | undefined;
}

/** Names of a path, with slashes between them. */
export const PATH =
  /^[A-Za-z0-9_@+=,-][A-Za-z0-9_@+=,.-]*(?:\/[A-Za-z0-9_@+=,-][A-Za-z0-9_@+=,.-]*)*$/;

/** Who is asked, and as whom. */
export interface Connection {
  /** Without a slash at the end. */
  address: string;
  namespace: string | undefined;
  login: Login;
  caCert: string | undefined;
}

/** A token, or what a token is asked for with. */
export type Login =
  | { token: string }
  | { appRole: string; roleId: string; secretId: string };

/** Each setting has two names: OpenBao's own, and the one that HashiCorp Vault gave it. */
type Variable = (name: string) => string | undefined;

/**
 * Where the vault is and who asks.
 *
 * @throws SecretFailure `not_set_up`; `refused` where the token was made for another address
 */
export function connectionOf(config: OpenbaoConfig, variable: Variable): Connection {
  const set = (name: string) => {
    const found = variable(`BAO_${name}`)?.trim() || variable(`VAULT_${name}`)?.trim();
    return found === "" ? undefined : found;
  };
  const known = set("ADDR");
  const address = checkedAddress(config.address ?? known);
  if (known !== undefined && origin(known) !== origin(address)) {
    throw new SecretFailure(
      "refused",
      `The vault is at ${address}, and your token is for another server, which BAO_ADDR or ` +
        "VAULT_ADDR names. It is not sent",
      "Check who wrote that address; then set the variables of the server that you mean",
    );
  }
  return {
    address,
    namespace: config.namespace ?? set("NAMESPACE"),
    login: loginOf(config, set),
    caCert: config.caCert,
  };
}

function loginOf({ appRole = "approle" }: OpenbaoConfig, set: Variable): Login {
  const token = set("TOKEN");
  if (token !== undefined) {
    if (/^[\x21-\x7e]+$/.test(token)) return { token };
    throw new SecretFailure("not_set_up", "BAO_TOKEN is not a token", "Copy it again, on one line");
  }
  const [roleId, secretId] = [set("ROLE_ID"), set("SECRET_ID")];
  if (roleId !== undefined && secretId !== undefined) return { appRole, roleId, secretId };
  throw new SecretFailure(
    "not_set_up",
    "There is no token",
    "Set BAO_TOKEN or VAULT_TOKEN, or BAO_ROLE_ID and BAO_SECRET_ID",
  );
}

function checkedAddress(text: string | undefined): string {
  const wrong = (reason: string) =>
    new SecretFailure("not_set_up", reason, "Write one such as https://bao.example.com:8200");
  if (text === undefined) throw wrong("There is no address: neither 'address' nor BAO_ADDR is set");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // What may hold a password is not repeated.
  if (url === undefined || url.username || url.password || url.search || url.hash) {
    throw wrong("The address is not valid");
  }
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw wrong(`${url.origin} is not https, and secrets must not be sent unencrypted`);
  }
  return url.href.replace(/\/+$/, "");
}

function origin(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : text;
}
