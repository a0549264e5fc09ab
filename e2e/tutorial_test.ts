import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { signUp } from "./process/account.ts";
import { startServer } from "./process/server.ts";
import { createPerson } from "./process/svc.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

Deno.test("the tutorial's commands work as they are written, in their order", async () => {
  const tutorial = await Deno.readTextFile(`${root}/docs/tutorial.md`);
  await using outside = startOutside();
  await using server = await startServer({ env: outside.env });
  const { password } = await signUp(server.url, "ada");
  await using person = await createPerson(server.url, outside.env);
  await Deno.writeTextFile(`${person.home}/password`, `${password}\n`);

  const commands = [...tutorial.matchAll(/^(`{3,})sh\n([\s\S]*?)^\1$/gm)].map((match) => match[2]);
  const script = commands.join("\n")
    // The tutorial's registry is the one of this test, and nobody is there to approve a login.
    .replaceAll("http://localhost:8787", server.url)
    .replace(/^svc auth login$/m, `svc auth login --username ada < "$HOME/password"`);
  assert.match(script, /--username ada/);

  const shell = new Deno.Command("bash", {
    args: ["-euxo", "pipefail", "-c", script],
    cwd: person.work,
    clearEnv: true,
    env: { ...person.env, PATH: `${root}/bin:${person.env.PATH}` },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const { success, stdout, stderr } = await shell.output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(success, `${text}\n${new TextDecoder().decode(stderr)}`);

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
