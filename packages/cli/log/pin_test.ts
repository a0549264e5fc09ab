import assert from "node:assert/strict";
import { type FakeLog, fakeLog, fakeSigner } from "@svc/fakes/log";
import { formatVkey, keyOf } from "@svc/log/note";
import { temporaryConfig } from "../testing/host.ts";
import { strangeServer } from "../testing/strange_server.ts";
import { readKnownLog } from "./known_logs.ts";
import { pinAtLogin } from "./pin.ts";

const ORIGIN = "registry.acme.com/log";
const vkey = (byte: number) => formatVkey(keyOf(fakeSigner(ORIGIN, byte)));

/** A registry with a log, and somebody who logs in. */
async function loggingIn() {
  const stack = new AsyncDisposableStack();
  const { path } = stack.use(await temporaryConfig());
  const state: { log: FakeLog | undefined } = { log: fakeLog(ORIGIN) };
  const server = stack.use(
    strangeServer(async (request) =>
      await state.log?.answer(request) ?? new Response("<p>not here", { status: 404 })
    ),
  );
  const host = { env: (name: string) => name === "XDG_CONFIG_HOME" ? path : undefined };
  return {
    state,
    pin: (key?: string) => pinAtLogin(host, { serverUrl: server.url }, key),
    keys: async () => (await readKnownLog(host, server.url))?.keys,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

Deno.test("a login pins the key that the registry names, once", async () => {
  await using at = await loggingIn();
  await at.pin();
  assert.deepEqual(await at.keys(), [vkey(1)]);
  at.state.log!.signers = [fakeSigner(ORIGIN, 2)];
  await at.pin();
  assert.deepEqual(await at.keys(), [vkey(1)]);
});

Deno.test("a key that the person gives has to have signed the log's head", async () => {
  await using at = await loggingIn();
  await assert.rejects(at.pin(vkey(2)), { code: "log_key_unknown" });
  assert.equal(await at.keys(), undefined);
  await at.pin(vkey(1));
  assert.deepEqual(await at.keys(), [vkey(1)]);
});

Deno.test("a registry without a log, or with a broken one, can be logged in to", async () => {
  await using at = await loggingIn();
  const { log } = at.state;
  at.state.log = undefined;
  await at.pin();
  at.state.log = log;
  log!.vkeys = () => ["<html>"];
  await at.pin();
  assert.equal(await at.keys(), undefined);
});
