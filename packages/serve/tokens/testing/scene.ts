import { isSvcError, type SvcError } from "@svc/core/error";
import { createLog } from "@svc/http/log";
import { parseRunnable } from "../../rights/rights.ts";
import { temporaryState } from "../../testing/temporary_state.ts";
import { tokenCredentials } from "../credentials.ts";
import { createToken, revokeToken, rotateToken } from "../operator.ts";
import { TOKEN_TABLES } from "../tables.ts";
import type { Principal } from "../token.ts";

/** When the clock of a scene begins, in milliseconds since 1970. */
export const START = new Date("2026-11-22T12:00:00Z").getTime();
export const HOUR = 3_600_000;
/** The rights of the tokens that a scene makes. */
export const RIGHTS = { run: [parseRunnable("deploy:plan")], read: ["audit"] };
export const ADA: Principal = {
  sub: "1",
  username: "ada",
  email: null,
  collectives: [],
  groups: [],
};

/** Credentials over a state, with a clock and a timer that a test moves by hand. */
export async function scene() {
  const stack = new AsyncDisposableStack();
  const kept = stack.use(await temporaryState(TOKEN_TABLES));
  const clock = { ms: START };
  const logged: Record<string, unknown>[] = [];
  const timers = new Set<() => void>();
  const now = () => new Date(clock.ms);
  const credentials = stack.use(tokenCredentials(kept.state, {
    log: createLog("json", now, (line) => logged.push(JSON.parse(line))),
    now,
    every(_ms, work) {
      timers.add(work);
      return { [Symbol.dispose]: () => void timers.delete(work) };
    },
  }));
  return {
    kept,
    /** Another connection, as another process has one. */
    other: kept.again(),
    clock,
    logged,
    timers,
    credentials,
    make: (name = "ci", expiresAt: Date | null = new Date(clock.ms + HOUR)) =>
      createToken(kept.state, { name, rights: RIGHTS, expiresAt, by: "ada@builder" }, now()).text,
    ask: (token: string, address = "203.0.113.7") =>
      credentials.resolve(carrying(`Bearer ${token}`), address),
    rotate: (graceMs: number) =>
      rotateToken(kept.state, "ci", { expiresAt: null, graceMs, by: "bob" }, now()).text,
    revoke: (state = kept.state) => revokeToken(state, "ci", "eve", now()),
    look: () => timers.forEach((work) => work()),
    now,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** A request with this header. */
export function carrying(authorization: string): Request {
  return new Request("http://serve.example.org/", { headers: { authorization } });
}

/** The token with another secret, one character away. */
export function wrong(token: string): string {
  return token.slice(0, -1) + (token.endsWith("0") ? "1" : "0");
}

/** The refusal of a credential. @throws Error when it was let in */
export async function refused(asked: Promise<unknown>): Promise<SvcError> {
  try {
    await asked;
  } catch (error) {
    if (isSvcError(error)) return error;
    throw error;
  }
  throw new Error("it was let in");
}
