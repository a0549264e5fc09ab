import { deepEqual, equal, ok } from "node:assert/strict";
import { temporaryFolder, writeFiles } from "../testing/extension.ts";
import { besideOf, childCommand } from "./child_command.ts";

Deno.test("what a bundle names is looked for in the chunks that it shares with others, too", async () => {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, {
    "models-a.ts.js": `import { tell } from "./chunk-5VK72XWB.js";`,
    "chunk-5VK72XWB.js": `import "./chunk-AAAA1111.js"; process.umask();`,
    "chunk-AAAA1111.js": `import "./chunk-5VK72XWB.js"; import "node:https";`,
    "chunk-BBBB2222.js": `import "node:child_process";`,
  });
  const { umask, https, childProcess } = await besideOf(`${folder.path}/models-a.ts.js`);
  deepEqual({ umask, https, childProcess }, { umask: true, https: true, childProcess: false });
});

Deno.test("no other user of the machine reads hosts, paths and values of a run from its command line", () => {
  const { args, environment, permissions } = childCommand({
    bundle: "/r/bundle.js",
    main: "data:text/javascript,1",
    denoDir: {
      path: "/tmp/d",
      environment: { DENO_DIR: "/tmp/d" },
      flags: ["--deny-read=/tmp/d"],
      remove: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    },
    cwd: "/r",
    permissionFlags: ["--allow-net=customer.example", "--allow-read=/home/ada/customer"],
    environment: {},
    mark: undefined,
    timeLimitMs: 1000,
    memoryLimitMb: 256,
  });
  equal(args.join(" ").includes("customer"), false);
  equal(JSON.stringify(environment).includes("customer"), false);
  ok(permissions.text.includes("customer.example") && permissions.text.includes("/home/ada"));
});
