import { Refusal, refusalAnswer } from "../call/mod.ts";
import { Cut } from "./listener.ts";

/** What is done to requests that a test chose. */
export interface Faults {
  /**
   * Answers requests this way instead of serving them.
   *
   * @param request the beginning of a path, or a method and a path
   */
  answerNext(request: string, answer: () => Response | Promise<Response>, times?: number): void;
  /** Does something, and then serves the request: what changes while a client is running. */
  beforeNext(request: string, happens: () => unknown, times?: number): void;
  /** Serves the request, and does something before the client has the answer. */
  afterNext(request: string, happens: () => unknown, times?: number): void;
  /** Refuses requests in the platform's form, before they take effect. */
  failNext(request: string, status: number, failure?: Failure, times?: number): void;
  /**
   * Serves requests and loses the answers: they have taken effect, and the connection ends before
   * the answer or in the middle of its body.
   */
  loseNext(request: string, where?: "before" | "within", times?: number): void;
}

/** How a planned refusal looks. */
export interface Failure {
  message?: string;
  headers?: Readonly<Record<string, string>>;
}

/** A planned fault, and how to play it around what serves the request. */
interface Plan {
  method: string | undefined;
  path: string;
  times: number;
  play(serve: () => Promise<Response>): Promise<Response>;
}

/** Plays the faults that were planned. */
export interface FaultPlayer extends Faults {
  /** The answer to a request, served by `serve` unless a fault is planned for it. */
  played(method: string, path: string, serve: () => Promise<Response>): Promise<Response>;
}

const refusing = (
  status: number,
  { message = `Planned ${status}`, headers = {} }: Failure,
) =>
() => Promise.resolve(refusalAnswer(new Refusal(status, message, undefined, headers)));

/** No fault planned yet. */
export function createFaults(): FaultPlayer {
  const plans: Plan[] = [];
  const plan = (request: string, times: number, play: Plan["play"]) => {
    const [, method, path] = /^(?:([A-Z]+) )?(\/.*)$/.exec(request) ?? [];
    if (path === undefined) throw new Error(`'${request}' is not like /user or GET /user`);
    plans.push({ method, path, times, play });
  };
  return {
    answerNext: (request, answer, times = 1) => plan(request, times, async () => await answer()),
    beforeNext: (request, happens, times = 1) =>
      plan(request, times, async (serve) => {
        await happens();
        return await serve();
      }),
    afterNext: (request, happens, times = 1) =>
      plan(request, times, async (serve) => {
        const answer = await serve();
        await happens();
        return answer;
      }),
    failNext: (request, status, failure = {}, times = 1) =>
      plan(request, times, refusing(status, failure)),
    loseNext(request, where = "before", times = 1) {
      plan(request, times, async (serve) => {
        const answer = await serve();
        throw new Cut(where === "before" ? undefined : answer);
      });
    },
    async played(method, path, serve) {
      const next = plans.find((one) =>
        one.times > 0 && path.startsWith(one.path) && (one.method ?? method) === method
      );
      if (!next) return await serve();
      next.times -= 1;
      return await next.play(serve);
    },
  };
}
