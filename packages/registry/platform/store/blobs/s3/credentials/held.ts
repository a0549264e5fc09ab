import { isSvcError, messageOf } from "@svc/core/error";
import type { Log } from "@svc/http/log";
import { noCredentials, type S3Credentials, type S3Source, SOURCES } from "./source.ts";

/** Gives what signs a request now. */
export type Credentials = () => Promise<S3Credentials>;

/** They are renewed once they are valid for less than this, in milliseconds: an upload's 15 minutes and 5. */
const EARLY = 20 * 60_000;

/** With less left than this, callers wait for the next ones, in milliseconds. */
const SHORT = 60_000;

/** Milliseconds between two tries to renew: while there are valid ones, and while there are none. */
const PAUSE = 60_000;
const PAUSE_WITHOUT = 5_000;

/** What temporary credentials are held by. */
export interface Holding {
  source: S3Source;
  fetch(): Promise<S3Credentials>;
  now(): Date;
  /** Is told when fetching begins to fail, and when it has ended to. */
  log?: Log | undefined;
}

/**
 * Holds temporary credentials and renews them before they expire, once at a time. While they are
 * valid nobody waits or fails because their source does.
 *
 * @throws SvcError `unavailable` when there are none that are valid
 */
export function heldCredentials({ source, fetch, now, log }: Holding): Credentials {
  let held: S3Credentials | undefined;
  let renewal: Promise<void> | undefined;
  let triedAt = -Infinity;
  let failure: unknown;

  const leftOf = ({ expires }: S3Credentials) => (expires?.getTime() ?? Infinity) - now().getTime();
  /** For how many milliseconds there are valid ones. */
  const left = () => held === undefined ? 0 : leftOf(held);

  async function renew(): Promise<void> {
    try {
      const next = await fetch();
      if (!(leftOf(next) > 0)) {
        throw noCredentials(source, "they had expired when they came; or this clock is ahead");
      }
      held = next;
      if (failure !== undefined) {
        log?.info("credentials.renewed", { source: SOURCES[source].shown });
      }
      failure = undefined;
    } catch (error) {
      if (failure === undefined) {
        log?.error("credentials.failing", {
          error: messageOf(error),
          hint: isSvcError(error) ? error.hint : undefined,
          until: held?.expires?.toISOString(),
        });
      }
      failure = error;
    } finally {
      triedAt = now().getTime();
      renewal = undefined;
    }
  }

  return async () => {
    if (held !== undefined && left() > EARLY) return held;
    const pause = left() > 0 ? PAUSE : failure === undefined ? 0 : PAUSE_WITHOUT;
    // A clock that was set back ends the pause as well.
    if (Math.abs(now().getTime() - triedAt) >= pause) renewal ??= renew();
    if (left() < SHORT) await renewal;
    if (held !== undefined && left() > 0) return held;
    throw failure;
  };
}
