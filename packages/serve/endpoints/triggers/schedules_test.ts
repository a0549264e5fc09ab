import assert from "node:assert/strict";
import { parseRights } from "../../rights/rights.ts";
import { openServeState } from "../../open.ts";
import { addSchedule } from "../../schedules/operator.ts";
import { callerNamed, namedCallers } from "../../testing/callers.ts";
import { testServer } from "../../testing/server.ts";

Deno.test("schedules are shown to those who may see their behavior, without values of inputs", async () => {
  const credentials = namedCallers(
    callerNamed("ada"),
    callerNamed("ci", parseRights({ allow: ["deploy:plan"], read: [] })),
    callerNamed("guest", parseRights({ allow: [], read: ["other"] })),
  );
  await using server = await testServer({ credentials });
  using state = await openServeState(server.repository);
  const order = {
    ...{ method: "plan", settings: {}, cron: "0 3 * * *", timeZone: "UTC" },
    ...{ overlap: "skip", catchUp: false, by: "ada@builder" } as const,
  };
  addSchedule(
    state,
    { ...order, name: "nightly", behavior: "deploy", inputs: { key: "hidden" } },
    new Date(),
  );
  addSchedule(state, { ...order, name: "weekly", behavior: "report", inputs: {} }, new Date());
  const seen = async (as: string) => {
    const response = await server.ask("/api/v1/schedules", as);
    assert.equal(response.status, 200);
    const text = await response.text();
    assert.doesNotMatch(text, /hidden/);
    const { schedules } = JSON.parse(text) as { schedules: { name: string; inputs: string[] }[] };
    return schedules.map(({ name, inputs }) => [name, ...inputs].join(" "));
  };
  assert.deepEqual(await seen("ada"), ["nightly key", "weekly"]);
  assert.deepEqual(await seen("ci"), ["nightly key"]);
  assert.deepEqual(await seen("guest"), []);
  assert.equal((await server.ask("/api/v1/schedules")).status, 401);
  const nearest = async (name: string, as: string) => {
    const response = await server.ask(`/api/v1/schedules/${name}/pause`, as, { method: "POST" });
    const { code, hint } = await response.json();
    assert.deepEqual([response.status, code], [404, "not_found"]);
    return hint;
  };
  assert.equal(await nearest("nightli", "ada"), "Did you mean 'nightly'?");
  assert.equal(await nearest("nightli", "ci"), "Did you mean 'nightly'?");
  // One that may not be seen is not named, neither by its own name nor by one like it.
  assert.equal(await nearest("weekli", "ada"), "Did you mean 'weekly'?");
  assert.doesNotMatch(await nearest("weekli", "ci"), /weekly/);
  assert.equal(await nearest("weekly", "ci"), await nearest("weekli", "ci"));
});
