import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { signUp } from "./process/account.ts";
import { commandsOf, runCommands } from "./process/page.ts";
import { startServer } from "./process/server.ts";
import { createPerson } from "./process/svc.ts";

Deno.test("the tutorial's commands work as they are written, in their order", async () => {
  await using outside = startOutside();
  await using server = await startServer({ env: outside.env });
  const { password } = await signUp(server.url, "ada");
  await using person = await createPerson(server.url, outside.env);
  await Deno.writeTextFile(`${person.home}/password`, `${password}\n`);

  const script = (await commandsOf("tutorial")).join("\n")
    // The tutorial's registry is the one of this test, and nobody is there to approve a login.
    .replaceAll("http://localhost:8787", server.url)
    .replace(/^svc auth login$/m, `svc auth login --username ada < "$HOME/password"`);
  assert.match(script, /--username ada/);

  const { text } = await runCommands(person, script, "-euxo");

  for (
    const expected of [
      /^ada \(ada@example\.org\)/m,
      /12\/12|\d+\/1[24]/,
      /Published @ada\/greeting 2026\.11\.21\.1/,
      /^Type: @ada\/greeting$/m,
      /Welcome, World!/,
    ]
  ) assert.match(text, expected);
});
