import { deepEqual } from "node:assert/strict";
import { STOOD_IN } from "../packages/runtime/describe/surroundings/stand_ins.ts";
import { createPerson } from "./process/svc.ts";

/** Imports every name of the built-in modules in every way, and says what is not as it should be. */
async function modelText(): Promise<string> {
  const imports: string[] = ['import { createRequire } from "node:module";'];
  const checks: string[] = [];
  for (const [at, module] of STOOD_IN.entries()) {
    const names = Object.keys(await import(`node:${module}`)).filter((name) => name !== "default");
    for (const [from, bare] of [[`node:${module}`, `a${at}`], [module, `b${at}`]] as const) {
      const named = names.map((name) => `${name} as ${bare}${name}`).join(", ");
      imports.push(
        `import ${bare}Default, { ${named} } from "${from}";`,
        `import * as ${bare}All from "${from}";`,
      );
      const list = names.map((name) => `${name}: ${bare}${name}`).join(", ");
      checks.push(`compare("${from}", ${bare}Default, ${bare}All, { ${list} });`);
    }
  }
  return `${imports.join("\n")}
const wrong = [];
const require = createRequire("file:///x.js");
function compare(from, standard, all, named) {
  if (standard !== all.default) wrong.push(from + ": default");
  if (standard !== require(from)) wrong.push(from + ": require");
  for (const [name, value] of Object.entries(named)) {
    if (value !== all[name] || (name in standard && value !== standard[name])) {
      wrong.push(from + ": " + name);
    }
  }
  for (const name of Object.keys(all)) {
    if (name !== "default" && !(name in named)) wrong.push(from + ": more " + name);
  }
}
${checks.join("\n")}
if (wrong.length > 0) throw new Error(wrong.join(", "));
export const model = {
  type: "@ada/names",
  version: "2026.11.21.1",
  methods: { go: { description: "Goes", execute: () => ({}) } },
};
`;
}

Deno.test("the client describes code that imports any name of a built-in module", async () => {
  await using ada = await createPerson("http://127.0.0.1:9");
  await ada.ok(["init"]);
  await Deno.mkdir(`${ada.work}/extensions/models`, { recursive: true });
  await Deno.writeTextFile(`${ada.work}/extensions/models/names.ts`, await modelText());
  const described = JSON.parse(
    await ada.ok(["model", "type", "describe", "@ada/names", "--json"]),
  );
  deepEqual(described.methods.map(({ name }: { name: string }) => name), ["go"]);
});
