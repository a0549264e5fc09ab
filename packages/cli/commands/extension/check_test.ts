import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { freePort } from "@svc/fakes/port";
import { writeExtension } from "../../testing/extension.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";

/** Seven lines that are wrong in their types and would still run. */
const WRONG =
  Array.from({ length: 7 }, (_, at) => `const wrong${at}: number = "${at}";`).join("\n") +
  "\nvoid [" + Array.from({ length: 7 }, (_, at) => `wrong${at}`).join(", ") + "];\nreturn {};";

Deno.test("type errors are shown by check and refused by push, each with the author's line; --no-check publishes", async () => {
  await using outside = startOutside();
  await using folder = await temporaryConfig();
  await writeExtension(`${folder.path}/tool`, { body: WRONG });
  const run = (argv: string[]) =>
    svc(["extension", ...argv], {
      env: { XDG_CONFIG_HOME: folder.path, ...outside.env },
      cwd: folder.path,
    });
  const checked = await run(["check", "tool", "--json"]);
  assert.equal(checked.exit, 1);
  const { errors, scorecard } = JSON.parse(checked.stdout);
  assert.equal(errors.length, 7);
  assert.equal(scorecard.percentage, 100);
  for (const { by, place, message } of errors) {
    assert.equal(by, "types");
    assert.match(place, /^tool\/greeter\.ts:\d+$/);
    assert.match(message, /^TS2322: Type 'string' is not assignable to type 'number'/);
  }
  const text = await Deno.readTextFile(`${folder.path}/tool/greeter.ts`);
  const line = Number(errors[0].place.split(":")[1]);
  assert.match(text.split("\n")[line - 1]!, /const wrong\d: number/);

  const pushed = await run(["push", "tool", "--dry-run"]);
  assert.equal(pushed.exit, 1);
  assert.match(pushed.stderr, /has 7 type errors\n {2}tool\/greeter\.ts:\d+: TS2322/);
  const forced = await run(["push", "tool", "--dry-run", "--no-check"]);
  assert.equal(forced.exit, 0, forced.stderr);
});

Deno.test("check shows what is unsafe and what is wrong in its types at once", async () => {
  await using folder = await temporaryConfig();
  await writeExtension(`${folder.path}/tool`, {
    body: `eval("1"); const a: number = ""; return a;`,
  });
  const { exit, stdout } = await svc(["extension", "check", "tool"], {
    env: { XDG_CONFIG_HOME: folder.path },
    cwd: folder.path,
  });
  assert.equal(exit, 1);
  assert.match(stdout, /error: tool\/greeter\.ts:\d+: .*eval/);
  assert.match(stdout, /error: tool\/greeter\.ts:\d+: TS2322/);
  assert.match(stdout, /It cannot be published: 2 errors$/m);
});

Deno.test("check says why a dependency could not be looked up", async () => {
  await using folder = await temporaryConfig();
  await writeExtension(`${folder.path}/tool`, { zod: true });
  const nobody = `http://127.0.0.1:${freePort()}`;
  const { stdout } = await svc(["extension", "check", "tool"], {
    env: {
      XDG_CONFIG_HOME: folder.path,
      SVC_OSV_URL: nobody,
      SVC_NPM_REGISTRY_URL: nobody,
      SVC_NPM_DOWNLOADS_URL: nobody,
    },
    cwd: folder.path,
  });
  assert.match(
    stdout,
    /zod@\S+: could not be checked: 127\.0\.0\.1:\d+ could not be reached: nothing listens there$/m,
  );
});
