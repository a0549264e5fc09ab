import assert from "node:assert/strict";
import { generatedPages } from "./pages.ts";

const docs = `${import.meta.dirname}/..`;

for (const [path, text] of await generatedPages()) {
  Deno.test(`docs/${path} is what the code's tables say; 'npm run docs' writes it again`, async () => {
    assert.equal(await Deno.readTextFile(`${docs}/${path}`), text);
  });
}

Deno.test("every link between pages leads to a page that exists", async () => {
  // An absolute link leads to a page of the registry that serves the manual.
  const routes = await Deno.readTextFile(`${docs}/../packages/registry/pages.ts`);
  const broken: string[] = [];
  for (const page of ["..", ".", "reference"].map((folder) => `${docs}/${folder}`)) {
    for await (const { name } of Deno.readDir(page)) {
      if (!name.endsWith(".md")) continue;
      const text = (await Deno.readTextFile(`${page}/${name}`)).replaceAll(
        /^```[\s\S]*?^```/gm,
        "",
      );
      for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
        if (/^[a-z]+:/.test(target!)) continue;
        const found = target!.startsWith("/")
          ? routes.includes(`get("${target}", `)
          : await Deno.stat(`${page}/${target}`).then(() => true, () => false);
        if (!found) broken.push(`${name}: ${target}`);
      }
    }
  }
  assert.deepEqual(broken, []);
});

Deno.test("every test that SECURITY.md names exists", async () => {
  const root = `${docs}/..`;
  const text = await Deno.readTextFile(`${root}/SECURITY.md`);
  const named = [...text.matchAll(/`([^`\s]+_test\.tsx?)`/g)].map(([, path]) => path!);
  assert.ok(named.length > 0);
  const missing: string[] = [];
  for (const path of new Set(named)) {
    if (!await Deno.stat(`${root}/${path}`).then(() => true, () => false)) missing.push(path);
  }
  assert.deepEqual(missing, []);
});
