import assert from "node:assert/strict";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import fc from "fast-check";
import { parse } from "yaml";
import { SvcError } from "../error/error.ts";
import { manifestFile } from "./json_schema.ts";
import { parseManifest, unknownKeys } from "./parse.ts";
import { CONTENT_KINDS } from "./schema.ts";

const MINIMAL = `manifestVersion: 1
name: "@acme/x"
version: 2026.11.21.1
models:
  - x.ts
`;

/** The refusal of a manifest text. */
function refusal(text: string): SvcError {
  try {
    parseManifest(text, "m.yaml");
  } catch (error) {
    assert.ok(error instanceof SvcError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: "the manifest was accepted" });
}

Deno.test("a minimal manifest is read with every list present and absent keys absent", () => {
  assert.deepEqual(parseManifest(MINIMAL), {
    manifestVersion: 1,
    name: "@acme/x",
    version: "2026.11.21.1",
    paths: { base: "typedDir" },
    models: ["x.ts"],
    workflows: [],
    vaults: [],
    drivers: [],
    datastores: [],
    reports: [],
    skills: [],
    include: [],
    additionalFiles: [],
    binaries: [],
    platforms: [],
    labels: [],
    dependencies: [],
  });
});

Deno.test("an editor finds nothing wrong in the manifests of our own extensions", async () => {
  const extensions = new URL("../../../extensions/", import.meta.url);
  let seen = 0;
  for await (const { name } of Deno.readDir(extensions)) {
    const text = await Deno.readTextFile(new URL(`${name}/manifest.yaml`, extensions))
      .catch(() => undefined);
    if (text === undefined) continue;
    seen += 1;
    assert.ok(inEditor(parse(text)), `${name}: ${JSON.stringify(inEditor.errors)}`);
  }
  assert.ok(seen > 20);
});

Deno.test("keys that are not known are dropped, as published manifests carry some", () => {
  const manifest = parseManifest(`${MINIMAL}homepages: x\nauthor: {a: 1}\n`);
  assert.ok(!("author" in manifest) && !("homepages" in manifest));
});

Deno.test("a key that is not known is told with its line, a known one is not", () => {
  assert.deepEqual(unknownKeys(MINIMAL), []);
  const start = MINIMAL.trimEnd().split("\n").length;
  assert.deepEqual(
    unknownKeys(`${MINIMAL.trimEnd()}\nlabels: [a]\nlicence: MIT\ntoString: x\n`, "m.yaml"),
    ["licence", "toString"].map((key, index) => ({
      path: `m.yaml:${start + 2 + index}`,
      message: `'${key}' is not a key of a manifest and has no effect`,
    })),
  );
});

/** One wrong value a key: the key, the lines that set it, and the line the error must name. */
const WRONG: [key: string, lines: string, line: number][] = [
  ["name", "name: acme/x", 2],
  ["name", 'name: "@Acme/x"', 2],
  ["name", "name: 5", 2],
  ["version", "version: 2026.2.1.1", 2],
  ["version", "version: 2026.02.30.1", 2],
  ["version", "version: 1.0", 2],
  ["description", "description: [a]", 2],
  ["repository", "repository: not a url", 2],
  ["homepage", "homepage: x", 2],
  ["license", 'license: ""', 2],
  ["paths.base", "paths:\n  base: elsewhere", 3],
  ["paths", "paths:\n  root: x", 2],
  ["models", "models:", 2],
  ["models", "models: x.ts", 2],
  ["models.1", "models:\n  - x.ts\n  - ../y.ts", 4],
  ["models.0", "models: [/etc/passwd]", 2],
  ["models.0", "models: ['a\\..\\b.ts']", 2],
  ["models.0", "models: ['C:\\x.ts']", 2],
  ["models.0", "models: ['']", 2],
  ["models.0", "models: [5]", 2],
  ["reports.0", "reports: [../r.ts]", 2],
  ["include.0", "include: [../i.ts]", 2],
  ["additionalFiles.0", "additionalFiles: [/README.md]", 2],
  ["binaries.0", "binaries: [a/../b]", 2],
  ["platforms.0", 'platforms: [""]', 2],
  ["labels.0", 'labels: [""]', 2],
  ["labels", `labels: [${Array.from({ length: 21 }, (_, n) => `l${n}`)}]`, 2],
  ["releaseNotes", `releaseNotes: ${"x".repeat(5001)}`, 2],
  ["dependencies.0", "dependencies: [plain]", 2],
  ["permissions.net.1", "permissions:\n  net:\n    - a.b\n    - https://a.b/", 5],
  ["permissions.run.0", "permissions:\n  run: [bin/sh]", 3],
  ["permissions.env.0", "permissions:\n  env: ['*']", 3],
  ["permissions.read.0", "permissions:\n  read: [/etc/..]", 3],
  ["permissions.write.0", "permissions:\n  write: [..]", 3],
  ["permissions.sys.0", "permissions:\n  sys: [everything]", 3],
  ["permissions.data.0", "permissions:\n  data: ['@Acme/scan']", 3],
  ["permissions", "permissions:\n  ffi: [x]", 2],
  ["permissions", "permissions: all", 2],
];

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
(formats as unknown as (ajv: Ajv) => void)(ajv);
const inEditor = ajv.compile(manifestFile());

/** Rules of {@linkcode WRONG} that JSON Schema has no words for: dates, and what a permission may name. */
const UNSAID = /^version: 2026\.02\.30|^permissions:\n {2}(?!ffi)/;

for (const [key, lines, line] of WRONG) {
  Deno.test(`a wrong ${key} (${JSON.stringify(lines.slice(0, 40))}) is reported with its line`, () => {
    const name = key.split(".")[0]!;
    // The wrong key replaces the right one, directly under the format's version.
    const kept = MINIMAL.split(/\n(?=\S)/).filter((part) =>
      !part.startsWith("manifestVersion") && !part.startsWith(`${name}:`)
    );
    const text = ["manifestVersion: 1", lines, ...kept].join("\n");
    const error = refusal(text);
    assert.equal(inEditor(parse(text)), UNSAID.test(lines), "what an editor says");
    assert.equal(error.code, "manifest_invalid");
    const found = error.details!.map((detail) => `${detail.path} ${detail.message.split(":")[0]}`);
    assert.ok(found.includes(`m.yaml:${line} ${key}`), found.join("; "));
    assert.ok(error.message.includes(`m.yaml:${line}`), error.message);
  });
}

Deno.test("an item that spans lines is reported with its first, one below a scalar with the scalar's", () => {
  const wrong = "labels:\n  - ok\n  - [a,\n     b]\n";
  const paths = (text: string) => refusal(`manifestVersion: 1\n${text}`).details!;
  const line = (text: string, key: string) =>
    paths(text).find(({ message }) => message.startsWith(`${key}:`))!.path;
  assert.equal(line(`${MINIMAL.slice(19)}${wrong}`, "labels.1"), "m.yaml:8");
  assert.equal(line("# a\n\nname: x\n", "name"), "m.yaml:4");
});

Deno.test("a text that is not YAML is refused with the library's words and the line, whatever was read before it", () => {
  const error = refusal(`${MINIMAL}labels: [a\nother: b\n`);
  assert.equal(error.code, "manifest_invalid");
  assert.equal(error.details!.length, 1);
  assert.match(error.details![0]!.path, /^m\.yaml:[67]$/);
});

Deno.test("a manifest without a name of its own is called manifest.yaml", () => {
  assert.throws(() => parseManifest("- a"), {
    details: [{
      path: "manifest.yaml:1",
      message: "must be a YAML mapping",
    }],
  });
  assert.equal(unknownKeys("other: 1")[0]!.path, "manifest.yaml:1");
});

Deno.test("a key that is missing is reported by name", () => {
  const error = refusal("manifestVersion: 1\nmodels: [x.ts]\n");
  const keys = error.details!.map((detail) => detail.message.split(":")[0]);
  assert.deepEqual(keys.sort(), ["name", "version"]);
});

Deno.test("all wrong keys are reported at once", () => {
  const error = refusal('manifestVersion: 1\nname: x\nversion: y\nlicense: ""\nmodels: [/a]\n');
  assert.equal(error.details!.length, 4);
});

Deno.test("each kind of content is enough alone, none is too little", () => {
  const head = 'manifestVersion: 1\nname: "@acme/x"\nversion: 2026.11.21.1\n';
  for (const kind of CONTENT_KINDS) {
    parseManifest(`${head}${kind}: [x]\n`);
    assert.ok(inEditor(parse(`${head}${kind}: [x]\n`)));
  }
  for (const kind of ["include", "additionalFiles", "binaries"]) {
    assert.ok(!inEditor(parse(`${head}${kind}: [x]\n`)));
    assert.match(refusal(`${head}${kind}: [x]\n`).message, /at least one of models/);
  }
});

for (const version of ["2", '"1"', "1.5", "[1]", "true"]) {
  Deno.test(`manifestVersion ${version} is a format this release does not read`, () => {
    const error = refusal(`# a newer file\nmanifestVersion: ${version}\nanything: else\n`);
    assert.equal(error.code, "manifest_version_unsupported");
    assert.match(error.message, /^m\.yaml:2:/);
  });
}

Deno.test("a missing manifestVersion is told apart from an unsupported one", () => {
  assert.equal(refusal('name: "@acme/x"\n').code, "manifest_invalid");
  assert.match(refusal('name: "@acme/x"\n').message, /manifestVersion: is missing/);
});

for (
  const text of ["", "- a\n", "text", "5", "null", "{", "a: [", "a: b: c", "a: 1\na: 2\n", "\t"]
) {
  Deno.test(`${JSON.stringify(text)} is not a manifest and says where`, () => {
    const error = refusal(text);
    assert.equal(error.code, "manifest_invalid");
    assert.match(error.details![0]!.path, /^m\.yaml:\d+$/);
  });
}

Deno.test("aliases that unfold without bound are refused, not expanded", () => {
  const levels = Array.from(
    { length: 30 },
    (_, level) =>
      `l${level}: &l${level} [${
        Array.from({ length: 9 }, () => level === 0 ? "x" : `*l${level - 1}`)
      }]`,
  );
  assert.equal(refusal(`manifestVersion: 1\n${levels.join("\n")}\n`).code, "manifest_invalid");
});

Deno.test("whatever the text, the outcome is a manifest or a refusal with a place", () => {
  const line = fc.oneof(
    fc.constantFrom("manifestVersion: 1", 'name: "@a/b"', "version: 2026.01.01.1", "models: [a]"),
    fc.string(),
    fc.tuple(fc.constantFrom("models", "permissions", "paths", "labels"), fc.json()).map((pair) =>
      pair.join(": ")
    ),
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
    try {
      parseManifest(lines.join("\n"), "m.yaml");
    } catch (error) {
      assert.ok(error instanceof SvcError, `${error}`);
      assert.match(error.message, /m\.yaml:\d+/);
    }
  }));
});
