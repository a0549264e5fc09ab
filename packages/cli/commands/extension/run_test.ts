import { equal, match } from "node:assert/strict";
import { writeExtension } from "../../testing/extension.ts";
import { svc, temporaryConfig } from "../../testing/host.ts";

Deno.test("run takes the only type with the method, and asks for one of those that have it", async () => {
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(folder.path, { models: ["second.ts", "third.ts"] });
  const text = await Deno.readTextFile(`${folder.path}/greeter.ts`);
  for (const name of ["second", "third"]) {
    const other = text.replace('type: "@acme/greeter"', `type: "@acme/${name}"`)
      .replace("greet: {", "wave: {");
    await Deno.writeTextFile(`${folder.path}/${name}.ts`, other);
  }
  const run = (method: string) =>
    svc(["extension", "run", method, manifest, "--input", "name=Ada"], {
      env: { XDG_CONFIG_HOME: folder.path },
    });
  const only = await run("greet");
  equal(only.exit, 0, only.stderr);
  match(only.stdout, /^greet of @acme\/greeter succeeded/);
  const several = await run("wave");
  equal(several.exit, 2);
  match(several.stderr, /has several types with wave: @acme\/second, @acme\/third$/m);
  match(
    (await run("none")).stderr,
    /has several types: @acme\/greeter, @acme\/second, @acme\/third$/m,
  );
});
