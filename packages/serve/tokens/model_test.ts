import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { createLog } from "@svc/http/log";
import fc from "fast-check";
import type { State } from "../state/open.ts";
import { temporaryState } from "../testing/temporary_state.ts";
import { tokenCredentials } from "./credentials.ts";
import { createToken, revokeToken, rotateToken } from "./operator.ts";
import { TOKEN_TABLES } from "./tables.ts";

const DAY_MS = 86_400_000;
const START = new Date("2026-11-22T12:00:00Z").getTime();
const RIGHTS = { run: [], read: ["*"] };

/** What somebody does; `at` is one of two connections, as two processes have them. */
type Step =
  | { do: "create"; name: string; days: number; at: number }
  | { do: "rotate"; name: string; days: number; grace: number; at: number }
  | { do: "revoke"; name: string; at: number }
  | { do: "wait"; ms: number };

const name = fc.constantFrom("a", "b");
const at = fc.nat(1);
// Few lengths, so that ends meet one another and the instants that are waited for. All of them together
// are shorter than the retention, so that no name is free again.
const days = fc.constantFrom(1, 2, 3);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("create" as const), name, days, at }),
    fc.record({ do: fc.constant("rotate" as const), name, days, grace: fc.nat(2), at }),
    fc.record({ do: fc.constant("revoke" as const), name, at }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, DAY_MS - 1, DAY_MS) }),
  ),
  { maxLength: 25 },
);

/** A rotation that gives the token an end before that of the grace. */
const SHORTENED: Step[] = [
  { do: "create", name: "a", days: 3, at: 0 },
  { do: "rotate", name: "a", days: 1, grace: 2, at: 0 },
  { do: "wait", ms: DAY_MS },
];

/** A secret that was given out: good before `until`. */
interface Given {
  text: string;
  until: number;
}

/** The rules of tokens a second time, in the plainest way: all secrets of a name, the newest last. */
interface Model {
  secrets: Map<string, Given[]>;
  revoked: Set<string>;
}

/** Does a step on `state` and in the model; what is refused must be what the rules refuse. */
function act(
  { secrets, revoked }: Model,
  step: Exclude<Step, { do: "wait" }>,
  state: State,
  ms: number,
): void {
  const now = new Date(ms);
  const known = secrets.get(step.name);
  const expected = step.do === "create"
    ? known && "name_taken"
    : known === undefined
    ? "not_found"
    : step.do === "rotate" && revoked.has(step.name)
    ? "conflict"
    : undefined;
  const code = codeOf(() => {
    if (step.do === "revoke") {
      revokeToken(state, step.name, "x", now);
      return void revoked.add(step.name);
    }
    const expiresAt = new Date(ms + step.days * DAY_MS);
    const graceMs = step.do === "rotate" ? step.grace * DAY_MS : 0;
    const { text } = step.do === "create"
      ? createToken(state, { name: step.name, rights: RIGHTS, expiresAt, by: "x" }, now)
      : rotateToken(state, step.name, { expiresAt, graceMs, by: "x" }, now);
    const newest = known?.at(-1);
    const before = (known ?? []).map((one) => ({
      text: one.text,
      until: one === newest ? Math.min(one.until, ms + graceMs, expiresAt.getTime()) : 0,
    }));
    secrets.set(step.name, [...before, { text, until: expiresAt.getTime() }]);
  });
  assert.equal(code, expected, JSON.stringify(step));
}

function codeOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (isSvcError(error)) return error.code;
    throw error;
  }
}

Deno.test("whatever operators do in whatever order, exactly those secrets are good that should be", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await using kept = await temporaryState(TOKEN_TABLES);
      const connections = [kept.state, kept.again()];
      let ms = START;
      const surroundings = { log: createLog("off", () => new Date()), now: () => new Date(ms) };
      using credentials = tokenCredentials(kept.again(), surroundings);
      const model: Model = { secrets: new Map(), revoked: new Set() };
      for (const step of all) {
        if (step.do === "wait") ms += step.ms;
        else act(model, step, connections[step.at]!, ms);
        for (const [name, secrets] of model.secrets) {
          for (const { text, until } of secrets) {
            const headers = { authorization: `Bearer ${text}` };
            const asked = credentials.resolve(new Request("http://x/", { headers }), "::1");
            const caller = await asked.catch(() => undefined);
            const good = until > ms && !model.revoked.has(name);
            assert.equal(caller?.name, good ? name : undefined, `${JSON.stringify(step)} at ${ms}`);
          }
        }
      }
    }),
    { numRuns: 40, examples: [[SHORTENED]] },
  );
});
