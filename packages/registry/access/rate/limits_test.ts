import assert from "node:assert/strict";
import { ownCounts, uncounted } from "./counts.ts";
import { createLimits, RATES } from "./limits.ts";

function limits(enabled = true) {
  const clock = { now: new Date("2026-11-21T00:00:00Z") };
  const counting = enabled ? ownCounts(() => clock.now.getTime()) : uncounted;
  return { clock, limits: createLimits(counting) };
}

async function refused(act: () => unknown): Promise<boolean> {
  try {
    await act();
    return false;
  } catch (error) {
    assert.equal((error as { code?: string }).code, "rate_limited");
    return true;
  }
}

/** Written out by hand, apart from the code's own table: how many at once, and how many a minute. */
const DECIDED: Record<keyof typeof RATES, [burst: number, perMinute: number]> = {
  address: [3000, 6000],
  principal: [1200, 2400],
  signInAccountAtAddress: [8, 1],
  signInAccount: [60, 4],
  signInAddress: [60, 10],
  signInKnown: [8, 1],
  signUpAddress: [20, 2],
  resetAddress: [10, 1],
  mail: [3, 3 / 60],
  deviceAddress: [60, 60],
  exportData: [5, 1],
  userCode: [20, 4],
  report: [10, 10 / 60],
  claim: [5, 5 / 60],
  exchangeAddress: [30, 30],
  exchangePlace: [60, 1],
};

Deno.test("the rates are those that were decided on", () => {
  const rates = Object.entries(RATES).map(([name, rate]) => [name, [rate.burst, rate.perMinute]]);
  assert.deepEqual(Object.fromEntries(rates), DECIDED);
});

Deno.test("each limit counts apart: one that is used up leaves the others and other callers alone", async () => {
  const acts = ["address", "signUp", "device", "userCode"] as const;
  for (const act of acts) {
    const { clock, limits: of } = limits();
    const rate = { address: "address", signUp: "signUpAddress", device: "deviceAddress" } as const;
    const { burst, perMinute } = RATES[act === "userCode" ? act : rate[act]];
    for (let count = 0; count < burst; count++) await of[act]("one");
    assert.ok(await refused(() => of[act]("one")), act);
    assert.ok(!await refused(() => of[act]("another")), act);
    for (const other of acts) if (other !== act) await of[other]("one");
    clock.now = new Date(clock.now.getTime() + 60_000 / perMinute);
    assert.ok(!await refused(() => of[act]("one")), `${act}, one refilled`);
    assert.ok(await refused(() => of[act]("one")), `${act}, one only`);
  }
});

Deno.test("exchanges of identity tokens are counted by address, and by repository once that is known", async () => {
  const { limits: { exchange } } = limits();
  for (let count = 0; count < RATES.exchangeAddress.burst; count++) {
    await exchange.address("1.1.1.1");
  }
  assert.ok(await refused(() => exchange.address("1.1.1.1")));
  assert.ok(!await refused(() => exchange.address("2.2.2.2")));
  for (let count = 0; count < RATES.exchangePlace.burst; count++) await exchange.place("a");
  assert.ok(await refused(() => exchange.place("a")));
  assert.ok(!await refused(() => exchange.place("b")));
});

Deno.test("guessing one account's password from one address is slowed", async () => {
  const { limits: of } = limits();
  const { burst } = RATES.signInAccountAtAddress;
  for (let count = 0; count < burst; count++) await of.signIn("ada", "1.1.1.1");
  assert.ok(await refused(() => of.signIn("ada", "1.1.1.1")));
  assert.ok(await refused(() => of.signIn("ADA ", "1.1.1.1")), "however the name is spelled");
  assert.ok(!await refused(() => of.signIn("ada", "2.2.2.2")), "the owner elsewhere still gets in");
});

Deno.test("guessing one account's password from many addresses is slowed", async () => {
  const { limits: of } = limits();
  const { burst } = RATES.signInAccount;
  for (let count = 0; count < burst; count++) await of.signIn("ada", `10.0.0.${count}`);
  assert.ok(await refused(() => of.signIn("ada", "10.0.1.1")));
});

Deno.test("guessing many accounts from one address is slowed", async () => {
  const { limits: of } = limits();
  const { burst } = RATES.signInAddress;
  for (let count = 0; count < burst; count++) await of.signIn(`user${count}`, "1.1.1.1");
  assert.ok(await refused(() => of.signIn("another", "1.1.1.1")));
});

Deno.test("signing in rightly costs nothing", async () => {
  const { limits: of } = limits();
  for (let count = 0; count < 500; count++) await (await of.signIn("ada", "1.1.1.1"))();
  assert.ok(!await refused(() => of.signIn("ada", "1.1.1.1")));
});

Deno.test("a caller's limit follows the caller, not the address or the key", async () => {
  const { limits: of } = limits();
  const user = { id: "u", username: "ada" };
  for (let count = 0; count < RATES.principal.burst; count++) {
    await of.caller({ kind: "personalKey", keyId: `k${count}`, user }, "1.1.1.1");
  }
  assert.ok(await refused(() => of.caller({ kind: "session", sessionId: "s", user }, "2.2.2.2")));
  assert.ok(!await refused(() => of.caller({ kind: "anonymous" }, "1.1.1.1")));
});

Deno.test("each token of a collective has a limit of its own", async () => {
  const { limits: of } = limits();
  const token = (tokenId: string) => ({
    kind: "collectiveToken" as const,
    tokenId,
    collective: { id: "c", slug: "acme" },
    scopes: [],
  });
  for (let count = 0; count < RATES.principal.burst; count++) {
    await of.caller(token("t"), "1.1.1.1");
  }
  assert.ok(await refused(() => of.caller(token("t"), "1.1.1.1")));
  assert.ok(!await refused(() => of.caller(token("other"), "1.1.1.1")));
});

Deno.test("switched off, nothing is limited", async () => {
  const { limits: of } = limits(false);
  for (let count = 0; count < 10_000; count++) await of.address("1.1.1.1");
  for (let count = 0; count < 1_000; count++) await of.signIn("ada", "1.1.1.1");
});

Deno.test("guessing from many addresses of one IPv6 network is slowed as from one address", async () => {
  const { limits: of } = limits();
  const from = (count: number) => `2001:db8:0:1::${count.toString(16)}`;
  for (let count = 0; count < RATES.signInAccountAtAddress.burst; count++) {
    await of.signIn("ada", from(count));
  }
  assert.ok(await refused(() => of.signIn("ada", from(5_000))));
  for (let count = 0; count < RATES.signUpAddress.burst; count++) await of.signUp(from(count));
  assert.ok(await refused(() => of.signUp(from(5_000))));
  for (let count = 0; count < RATES.deviceAddress.burst; count++) await of.device(from(count));
  assert.ok(await refused(() => of.device(from(5_000))));
  assert.ok(!await refused(() => of.signUp("2001:db8:0:2::1")));
});
