/** How long a connection may take over its part, in milliseconds unless said otherwise. */
export interface Patience {
  /** For the whole head of a request, from the moment the connection stands. */
  head: number;
  /** For a whole request, body included. */
  request: number;
  /** Without a byte in either direction while the other end is due. */
  silence: number;
  /** For an answer that waits to be read, beside what {@link Patience.rate} grants for its bytes. */
  answer: number;
  /** Bytes of an answer that the other end is to read a second, over all of the time that it takes. */
  rate: number;
  /** Between two requests on one connection. */
  idle: number;
  /** How often heads, whole requests and waiting answers are looked at. */
  check: number;
}

/** What the server grants: an upload of 50 MiB passes at 175 kB/s, an answer at 10 kB/s. */
export const PATIENCE: Patience = {
  head: 15_000,
  request: 300_000,
  silence: 30_000,
  answer: 60_000,
  rate: 10_000,
  idle: 15_000,
  check: 2_000,
};
