import { equal, match } from "node:assert/strict";
import { nativeAddon } from "./native.ts";

Deno.test("a native add-on is named by the package that needs it, not by one that looks for it", () => {
  const sources = [
    "npm:bindings/1.5.0/bindings.js",
    "npm:@a/db/1.0.0/lib/a.js",
    "npm:b/1.0.0/b.js",
  ];
  match(nativeAddon("Could not locate the bindings file. Tried:", sources)!, /^npm:@a\/db needs/);
  match(nativeAddon("No native build was found for platform=linux", [])!, /^it needs/);
});

Deno.test("what packages and Deno say of a native add-on is known, and nothing else taken for it", () => {
  for (
    const [message, native] of [
      ['Could not find module root given file: "/x/a.js". Do you have a `package.json`?', true],
      ["Cannot find native binding. npm has a bug", true],
      ["Failed to load native module: pty.node, checked: build/Release, prebuilds", true],
      ["No prebuild or local build of @parcel/watcher found. Tried x", true],
      ['Could not load the "sharp" module using the linux-x64 runtime', true],
      ["Cannot find module '@libsql/linux-x64-musl'", true],
      ["Cannot find module '../build/Release/pty.node'", true],
      ['Requires ffi access to "/x/pty.node", run again with the --allow-ffi flag', true],
      ["Cannot find module 'pg-native'", false],
      ["getaddrinfo ENOTFOUND api.node.example", false],
      ["process.node.version is missing", false],
    ] as const
  ) equal(nativeAddon(message, []) !== undefined, native, message);
});
