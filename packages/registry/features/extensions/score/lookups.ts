import type { Log } from "@svc/http/log";
import { NotAsked } from "@svc/scorecard/lookup";
import {
  type Breaker,
  type BreakerState,
  type Call,
  createBreaker,
} from "../../../platform/breaker/breaker.ts";
import { inSpan } from "../../../platform/tracing/span.ts";

/** How outside services are asked: by whom, and for how long. */
export interface Asking {
  fetch: typeof fetch;
  /** Ends all look-ups of one event. */
  budget: AbortSignal;
}

/** An outside service by its host, and whether it is asked. */
export interface LookupService {
  service: string;
  state: BreakerState;
  /** Failures in a row. */
  failures: number;
}

/** The way to the outside services. One that does not answer is left alone for a while. */
export interface Lookups {
  /** For an answer that waits: briefly, and no question to a service that is left alone. */
  inAnswer(): Asking;
  /** For a job, which may also find out whether a service answers again. */
  inJob(): Asking;
  /** When the last of some services may be asked, by their URLs; undefined when all may be now. */
  pausedUntil(urls: readonly string[]): Date | undefined;
  /** Those that were asked since the start. */
  services(): LookupService[];
}

declare module "../../../access/services.ts" {
  interface Services {
    /** The way to the outside services of the audit and the verification. */
    lookups: Lookups;
  }
}

/** What the way to outside services is made of. */
export interface LookupOptions {
  fetch: typeof fetch;
  now(): Date;
  log: Log;
  /** How long an answer waits, in milliseconds. */
  answerMs: number;
}

/** How long the look-ups of one job may take, in milliseconds. */
const JOB_MS = 60_000;

/**
 * Bytes of an answer from which on the service has answered, however long the rest takes: anybody
 * can have it asked for something long, such as the record of a package with many versions.
 */
const LONG = 64 * 1024;

/** Says of a status that the service is overloaded or broken, whatever was asked. */
const isFailure = (status: number) => status >= 500 || status === 429;

/** A breaker for each host. The hosts are those of the settings, so there are few. */
export function createLookups({ fetch, now, log, answerMs }: LookupOptions): Lookups {
  const breakers = new Map<string, Breaker>();
  const breakerOf = (url: string): Breaker => {
    const { host: service } = new URL(url);
    const breaker = breakers.get(service) ?? createBreaker({
      now,
      changed(state, failures) {
        if (state === "open") log.warn("lookup.paused", { service, failures });
        else log.info("lookup.resumed", { service });
      },
    });
    breakers.set(service, breaker);
    return breaker;
  };
  const through = (
    enter: (breaker: Breaker) => Call | undefined | Promise<Call | undefined>,
    counted = (call: Call, _: Breaker) => call,
  ) =>
    (async (input, init) => {
      // One publish may have a hundred questions left when its time is over.
      init?.signal?.throwIfAborted();
      const breaker = breakerOf(String(input));
      const call = await enter(breaker);
      if (call === undefined) throw new NotAsked();
      const facts = { "svc.service": new URL(String(input)).host };
      return await inSpan("lookup", facts, async (say) => {
        const asked = fetch(input, init);
        const answer = await watched(asked, counted(call, breaker), init?.signal ?? undefined);
        say({ "http.response.status_code": answer.status });
        return answer;
      });
    }) as typeof globalThis.fetch;
  const inJob = through((breaker) => breaker.passOrProbe());
  return {
    inAnswer: () => ({
      fetch: through((breaker) => breaker.pass(), onceEach()),
      budget: AbortSignal.timeout(answerMs),
    }),
    inJob: () => ({ fetch: inJob, budget: AbortSignal.timeout(JOB_MS) }),
    pausedUntil(urls) {
      const times = urls.map((url) => breakers.get(new URL(url).host)?.pausedUntil()?.getTime())
        .filter((time) => time !== undefined);
      return times.length === 0 ? undefined : new Date(Math.max(...times));
    },
    services: () =>
      [...breakers].map(([service, breaker]) => ({
        service,
        state: breaker.state(),
        failures: breaker.failures(),
      })),
  };
}

/**
 * Counts one failure of each service: what one publisher asks for at once, be it slow or refused,
 * must not keep all others from asking.
 */
function onceEach(): (call: Call, breaker: Breaker) => Call {
  const failing = new Set<Breaker>();
  return (call, breaker) => {
    const first = (tell: () => void) => () => {
      if (failing.has(breaker)) return;
      failing.add(breaker);
      tell();
    };
    return { ...call, failed: first(call.failed), givenUp: first(call.givenUp) };
  };
}

/** Tells a call how a request ended, to the last byte of its answer. */
async function watched(
  request: Promise<Response>,
  call: Call,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const lost = () => signal?.aborted ? call.givenUp() : call.failed();
  try {
    const response = await request;
    if (isFailure(response.status)) {
      call.failed();
      return response;
    }
    if (response.body === null) {
      call.answered();
      return response;
    }
    const { status, headers } = response;
    return new Response(whole(response.body, call, lost), { status, headers });
  } catch (error) {
    lost();
    throw error;
  }
}

/** The same bytes; a body that nobody reads to its end was an answer too. */
function whole(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  call: Call,
  lost: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        bytes += value?.length ?? 0;
        if (bytes >= LONG) call.answered();
        if (!done) return controller.enqueue(value);
        call.answered();
        controller.close();
      } catch (error) {
        lost();
        controller.error(error);
      }
    },
    async cancel(reason) {
      call.answered();
      await reader.cancel(reason);
    },
  });
}
