/** The server a call goes to, and who makes it. */
export interface Caller {
  serverUrl: string;
  /** Sent as `Authorization: Bearer`. */
  bearer?: string | undefined;
  /** True when the bearer is the one of `SVC_API_KEY`, beside which a login changes nothing. */
  bearerFromEnvironment?: boolean;
  /** Sent as `Svc-Distinct-Id` (spec §5.2). */
  deviceId?: string | undefined;
  /** Trusts certificate authorities of one's own; absent for those of the system. */
  client?: Deno.HttpClient | undefined;
}
