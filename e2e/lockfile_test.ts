import assert from "node:assert/strict";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

interface Entry {
  version?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  integrity?: string;
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

Deno.test("the lockfile has a checksum of every package, so that install.sh works on each system it names", async () => {
  const { packages } = JSON.parse(await Deno.readTextFile(`${root}/package-lock.json`)) as {
    packages: Record<string, Entry>;
  };
  const without = Object.entries(packages)
    .filter(([path, { integrity = "" }]) => path !== "" && !/^sha512-\S{88}$/.test(integrity))
    .map(([path]) => path);
  assert.deepEqual(without, []);
  for (const system of ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"]) {
    const deno = system.startsWith("linux") ? `${system}-glibc` : system;
    for (const name of [`@deno/${deno}`, `@esbuild/${system}`]) {
      assert.ok(packages[`node_modules/${name}`], name);
    }
  }
});

Deno.test("every dependency is pinned exactly", async () => {
  const { dependencies, devDependencies } = JSON.parse(
    await Deno.readTextFile(`${root}/package.json`),
  );
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(`${version}`, /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/, name);
  }
});
