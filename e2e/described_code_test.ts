import { deepEqual } from "node:assert/strict";
import { STOOD_IN } from "../packages/runtime/extension/describe/surroundings/stand_ins.ts";
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
${modelOf("names")}`;
}

Deno.test("the client describes code that imports any name of a built-in module", async () => {
  await describes({ names: await modelText() });
});

/** Packages that once failed, and what they do that others do as well. */
const PACKAGES: Readonly<Record<string, string>> = {
  // Requires built-in modules.
  aws: "npm:@aws-sdk/client-sts@3.1000.0",
  // Requires built-in modules from CommonJS.
  mail: "npm:nodemailer@7.0.13",
  // Requires add-ons that were never built.
  ssh: "npm:ssh2@1.17.0",
  // Requires packages that are optional.
  zip: "npm:unzipper@0.12.5",
  // Asks for the name of the machine.
  log: "npm:pino@9.6.0",
  // Asks for the processors.
  glob: "npm:fast-glob@3.3.3",
  // Asks where temporary files are, as a Kubernetes client does.
  temporary: "npm:tmp@0.2.3",
};

Deno.test("the client describes code that imports packages which look at their surroundings", async () => {
  const models = Object.entries(PACKAGES).map(([name, specifier]) => [
    name,
    `import * as used from "${specifier}";
const size = Object.keys(used).length;
if (size === 0) throw new Error("it exports nothing");
${modelOf(name)}`,
  ]);
  await describes(Object.fromEntries(models));
});

function modelOf(name: string): string {
  return `export const model = {
  type: "@ada/${name}",
  version: "2026.11.21.1",
  methods: { go: { description: "Goes", execute: () => ({}) } },
};
`;
}

/** Puts modules into a repository of the installed client's and has it describe each. */
async function describes(models: Readonly<Record<string, string>>): Promise<void> {
  await using ada = await createPerson("http://127.0.0.1:9");
  await ada.ok(["init"]);
  await Deno.mkdir(`${ada.work}/extensions/models`, { recursive: true });
  for (const [name, text] of Object.entries(models)) {
    await Deno.writeTextFile(`${ada.work}/extensions/models/${name}.ts`, text);
  }
  for (const name of Object.keys(models)) {
    const told = await ada.ok(["model", "type", "describe", `@ada/${name}`, "--json"]);
    const { methods } = JSON.parse(told) as { methods: { name: string }[] };
    deepEqual(methods.map((method) => method.name), ["go"], name);
  }
}
