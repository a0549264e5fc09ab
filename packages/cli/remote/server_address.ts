/** A server that commands ask, with the credential for it. */
export interface ServerAddress {
  /** As `parseServer` gives it. */
  url: string;
  /** `<name>.<secret>`. */
  token: string;
  tokenFrom: "SVC_SERVER_TOKEN" | "servers.json";
  /** Trusts certificate authorities of one's own; absent for those of the system. */
  client?: Deno.HttpClient | undefined;
}
