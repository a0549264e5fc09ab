import assert from "node:assert/strict";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

interface Entry {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

Deno.test("the lockfile names every optional package, of other platforms too, or 'npm ci' refuses it", async () => {
  const { packages } = JSON.parse(await Deno.readTextFile(`${root}/package-lock.json`)) as {
    packages: Record<string, Entry>;
  };
  const missing: string[] = [];
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      const found = Object.keys(packages).some((other) => other.endsWith(`node_modules/${name}`));
      if (!found) missing.push(`${path}: ${name}`);
    }
  }
  assert.deepEqual(missing, []);
});

Deno.test("every dependency is pinned exactly", async () => {
  const { dependencies, devDependencies } = JSON.parse(
    await Deno.readTextFile(`${root}/package.json`),
  );
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(`${version}`, /^\d+\.\d+\.\d+$/, name);
  }
});
