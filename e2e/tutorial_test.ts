import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { signUp } from "./process/account.ts";
import { commandsOf, runCommands } from "./process/page.ts";
import { startServer } from "./process/server.ts";
import { createPerson } from "./process/svc.ts";

Deno.test("an author's first extension: the tutorial's commands work as they are written, in their order", async () => {
  await using outside = startOutside();
  await using server = await startServer({ env: outside.env });
  const { password } = await signUp(server.url, "ada");
  await using person = await createPerson(server.url, outside.env);
  await Deno.writeTextFile(`${person.home}/password`, `${password}\n`);

  const script = (await commandsOf("tutorial")).join("\n")
    // The tutorial's registry is the one of this test, and nobody is there to approve a login.
    .replaceAll("http://localhost:8787", server.url)
    .replace(
      /^svc auth login --server \S+$/m,
      (line) => `${line} --username ada < "$HOME/password"`,
    );
  assert.match(script, /--username ada/);

  const { text } = await runCommands(person, script, "-euxo");

  for (
    const expected of [
      /^ada \(ada@example\.org\)/m,
      /^Made @ada\/word-count 20/m,
      /^@ada\/word-count: the tests passed$/m,
      /^wrote count \(count\):$/m,
      /^Score: 12\/12 \(\+2 pending server verification\)/m,
      /^Published @ada\/word-count 20\S+ in stable, public\.\nScore: 12\/14/m,
      // Past midnight, the next version is the first of another day.
      /^Changed (\S+)\.1 to (?:\1\.2|(?!\1)\S+\.1) in the manifest\.$/m,
      /^Type: @ada\/word-count$/m,
      /"words": 4/,
    ]
  ) assert.match(text, expected);
});
