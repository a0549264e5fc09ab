import assert from "node:assert/strict";
import { createLoginToken, updatePrincipal } from "./people.ts";
import { ADA, HOUR, refused, RIGHTS, scene, START } from "./testing/scene.ts";

Deno.test("each change of a token is one line, whichever process made it", async () => {
  await using on = await scene();
  const token = on.make();
  await on.ask(token);
  const second = on.rotate(0);
  await on.ask(second);
  on.revoke(on.other);
  await refused(on.ask(second));
  const changes = on.logged.filter(({ event }) => String(event).startsWith("token."));
  assert.deepEqual(
    changes.map(({ event, name, by }) => [event, name, by]),
    [
      ["token.created", "ci", "ada@builder"],
      ["token.rotated", "ci", "bob"],
      ["token.revoked", "ci", "eve"],
    ],
  );
});

Deno.test("what the registry says of a person is one line, with their name", async () => {
  await using on = await scene();
  const expiresAt = new Date(START + HOUR);
  const login = { principal: ADA, rights: RIGHTS, expiresAt };
  const { text, token } = createLoginToken(on.kept.state, login, on.now());
  await on.ask(text);
  updatePrincipal(on.other, { ...ADA, username: "ada-l" }, RIGHTS);
  await on.ask(text);
  on.other.database.exec("DELETE FROM token");
  await refused(on.ask(text));
  assert.deepEqual(
    on.logged.filter(({ event }) => String(event).startsWith("token.")).map((
      line,
    ) => [line.event, line.name, line.kind, line.user]),
    [
      ["token.created", token.name, "user", "ada"],
      ["token.changed", token.name, "user", "ada-l"],
      ["token.removed", token.name, "user", "ada-l"],
    ],
  );
});
