import { deepEqual } from "node:assert/strict";
import { plainMap } from "./source_map.ts";

Deno.test("a source map names the extension's files and packages, and nothing that came from elsewhere", () => {
  const cache =
    "../../../home/ada/.cache/deno/svc/packages/0123456789abcdef/npm/registry.npmjs.org";
  const map = {
    version: 3,
    mappings: "AAAAA,CCACC",
    names: ["secret"],
    sourcesContent: ["secret"],
    sourceRoot: "/secret",
    file: "secret",
    sources: [
      "../extension/models/x.ts",
      `${cache}/zod/4.6.7/index.js`,
      "../../../home/ada/secret",
      "../extension/../../secret",
      "file:///home/ada/secret",
      "https://example.com/x.ts",
    ],
  };
  deepEqual(JSON.parse(plainMap(JSON.stringify(map), "/tmp/b")), {
    version: 3,
    mappings: "AAAAA,CCACC",
    names: [],
    sources: [
      "models/x.ts",
      "npm:zod/4.6.7/index.js",
      "elsewhere",
      "elsewhere",
      "elsewhere",
      "elsewhere",
    ],
  });
});
