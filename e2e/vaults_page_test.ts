import assert from "node:assert/strict";
import { commandsOf, runCommands } from "./process/page.ts";
import { foundBelow, foundIn, needlesOf } from "./process/search.ts";
import { createPerson } from "./process/svc.ts";

Deno.test("the commands of the page on vaults work as they are written, and leave no secret behind", async () => {
  const commands = await commandsOf("vaults");
  assert.ok(commands.length >= 5, `${commands.length} blocks of commands`);
  const secret = `s${crypto.randomUUID()}+/=`;
  // No registry is asked: a local vault needs none.
  await using person = await createPerson("http://127.0.0.1:9", { API_TOKEN: secret });
  await person.ok(["init"]);
  const { text, stdout, stderr } = await runCommands(person, commands.join("\n"), "-euo");
  for (
    const expected of [
      /^Created vault main \(local_encryption\)\.$/m,
      /^Stored API_TOKEN in main\.$/m,
      /^deploy execute succeeded/m,
      /: the token is \*\*\*$/m,
      /^main has a new key; 1 secret is encrypted with it\.$/m,
      /^Replaced API_TOKEN in main\.$/m,
    ]
  ) assert.match(text, expected);

  const needles = needlesOf({ secret });
  assert.deepEqual([...foundIn(stdout, needles), ...foundIn(stderr, needles)], []);
  for (const folder of [person.work, person.home, person.env["TMPDIR"]!]) {
    assert.deepEqual(await foundBelow(folder, needles), [], folder);
  }
  assert.equal(await person.ok(["vault", "get", "main", "API_TOKEN"]), secret);
  // What goes into git is the configuration alone.
  const ignored = await Deno.readTextFile(`${person.work}/.gitignore`);
  assert.match(ignored, /^\.svc\/$/m);
});
