/** How long a connection may take over its part, in milliseconds. */
export interface Patience {
  /** For the whole head of a request, from the moment the connection stands. */
  head: number;
  /** For a whole request, body included. */
  request: number;
  /** Without a byte in either direction while the other end is due. */
  silence: number;
  /** Between two requests on one connection. */
  idle: number;
  /** How often heads and whole requests are looked at. */
  check: number;
}

/** What the server grants: an upload of 50 MiB passes at 175 kB/s. */
export const PATIENCE: Patience = {
  head: 15_000,
  request: 300_000,
  silence: 30_000,
  idle: 15_000,
  check: 2_000,
};
