import { deepEqual, equal } from "node:assert/strict";
import { doBefore } from "../../testing/engine.ts";
import { holding } from "../../testing/holding.ts";
import {
  add,
  answerSignIn,
  askProof,
  begin,
  byPassword,
  enrol,
  opened,
  ORIGIN,
  prove,
  question,
  refused,
  sessions,
} from "../../testing/passkeys.ts";
import { authenticator } from "../passkey/testing.ts";
import { type Answer, cookieOf, signUp } from "./testing.ts";

Deno.test("an answer counts once, also when it is sent twice at the same time", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const twice = async (act: () => Promise<Answer>) =>
    (await Promise.all([act(), act(), act()])).map(({ status }) => status).sort();
  // The first answer loads what checks it; on a busy machine others would not get a connection meanwhile.
  await enrol(registry, ada);

  const device = authenticator(ORIGIN);
  const begun = (await begin(registry, ada)).body;
  const response = device.create(begun.options);
  const body = { challengeId: begun.challengeId, response };
  deepEqual(await twice(() => add(registry, ada, body)), [200, 401, 401]);
  refused(await add(registry, ada, body));

  const asked = (await question(registry)).body;
  // Without a count of its own, only the challenge tells the first from the second.
  const signed = device.sign(asked.options, { counter: 9 });
  deepEqual(
    await twice(() => answerSignIn(registry, asked.challengeId, signed)),
    [200, 401, 401],
  );

  const proof = (await askProof(registry, ada)).body;
  const proving = { challengeId: proof.challengeId, response: device.sign(proof.options) };
  deepEqual(await twice(() => prove(registry, ada, proving)), [200, 401, 401]);
});

Deno.test("a passkey that is added while somebody signs in is asked for", async () => {
  const { registry, hold } = await holding({ environment: { SVC_BASE_URL: ORIGIN } });
  await using _ = registry;
  const ada = await signUp(registry, "ada");
  const held = hold();
  const signingIn = byPassword(registry, ada);
  await held.asked;
  await enrol(registry, ada);
  held.letGo();
  equal((await signingIn).body.code, "second_factor_required");
  equal(await sessions(registry), 1);
});

Deno.test("a passkey that is removed while it signs in opens no session", async () => {
  await using registry = await opened();
  const ada = await signUp(registry, "ada");
  const { device } = await enrol(registry, ada);
  const before = await sessions(registry);
  const { body: { challengeId, options } } = await question(registry);
  await doBefore(registry.services.db, "before insert on session", "delete from passkey");
  const answer = await answerSignIn(registry, challengeId, device.sign(options));
  equal(answer.status, 401, JSON.stringify(answer.body));
  equal(cookieOf(answer.headers), "");
  equal(await sessions(registry), before);
});
