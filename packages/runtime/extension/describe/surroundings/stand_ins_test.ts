import { deepEqual, equal } from "node:assert/strict";
import { temporaryFolder } from "../../../testing/extension.ts";
import { standIns, STOOD_IN } from "./stand_ins.ts";

Deno.test("what stands in for a built-in module has its names, and each is what the module's is", async () => {
  await using folder = await temporaryFolder();
  const files = await standIns();
  for (const [name, text] of files) await Deno.writeTextFile(`${folder.path}/${name}`, text);
  const { imports } = JSON.parse(files.get("imports.json")!);
  deepEqual(Object.keys(imports), STOOD_IN.flatMap((name) => [`node:${name}`, name]));
  for (const [name, file] of Object.entries<string>(imports)) {
    const standIn = await import(`file://${folder.path}/${file}`);
    const trueOne = await import(name.startsWith("node:") ? name : `node:${name}`);
    deepEqual(Object.keys(standIn).sort(), Object.keys(trueOne).sort(), name);
    equal(standIn.default, trueOne.default, name);
  }
});
