import { equal, ok } from "node:assert/strict";
import { childCommand } from "./child_command.ts";

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
