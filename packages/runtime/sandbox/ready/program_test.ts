import { deepEqual, equal, ok } from "node:assert/strict";
import { childEnvironment, NAMES_AS_IPV4 } from "../../base/process/environment.ts";
import { programOf, readRemembered, remembered, sameProgram } from "./program.ts";

const SCRATCH = "/tmp/svc-run-0123456789abcdef/work";

function program(environment: Record<string, string> = {}) {
  return {
    bundle: "/r/.svc/bundles/a/model.js",
    cwd: "/r",
    permissionFlags: ["--allow-net=api.example.com", `--allow-read=${SCRATCH},/r/a`],
    environment: { ...childEnvironment(), TMPDIR: SCRATCH, ...environment },
    startsPrograms: true,
    timeLimitMs: 1000,
    memoryLimitMb: 256,
  };
}

Deno.test("what is remembered makes the same program again, with another folder in it", () => {
  Deno.env.set("SVC_TEST_GRANTED", "s3cr3t");
  try {
    const whole = program({
      ...{ SVC_TEST_GRANTED: "s3cr3t", PATH: "/usr/bin" },
      ...NAMES_AS_IPV4,
    });
    const text = JSON.stringify(remembered(whole, SCRATCH, { cel: true, https: false }));
    ok(!text.includes("s3cr3t"), "names of variables, not what they hold");
    ok(!text.includes(SCRATCH));
    const known = readRemembered(text)!;
    ok(sameProgram(programOf(known, SCRATCH), whole));
    const next = programOf(known, "/tmp/next");
    deepEqual(next.permissionFlags[1], "--allow-read=/tmp/next,/r/a");
    equal(next.environment["TMPDIR"], "/tmp/next");
    ok(!sameProgram(next, whole));
    Deno.env.set("SVC_TEST_GRANTED", "another");
    ok(!sameProgram(programOf(known, SCRATCH), whole));
  } finally {
    Deno.env.delete("SVC_TEST_GRANTED");
  }
});

Deno.test("a variable that svc does not have itself cannot be remembered", () => {
  const whole = program({ SVC_TEST_MADE_UP: "s3cr3t", RES_OPTIONS: "s3cr3t" });
  const known = remembered(whole, SCRATCH, { cel: false, https: true });
  ok(!JSON.stringify(known).includes("s3cr3t"));
  ok(!sameProgram(programOf(known, SCRATCH), whole));
});

Deno.test("of what a file says, nothing but permissions of our own program is taken", () => {
  const good = { ...remembered(program(), SCRATCH, { cel: false, https: true }) };
  ok(readRemembered(JSON.stringify(good)));
  const wrong: Record<string, unknown>[] = [
    { form: 2 },
    { bundle: "https://evil.example/x.js" },
    { bundle: undefined },
    { cwd: "elsewhere" },
    { flags: ["--allow-all"] },
    { flags: ["-A"] },
    { flags: ["--allow-ffi"] },
    { flags: ["--allow-import"] },
    { flags: ["--preload=/evil.js"] },
    { flags: ["--allow-read", "/evil.js"] },
    { flags: "--allow-read" },
    { passed: ["A=b"] },
    { passed: [1] },
    { path: 1 },
    { startsPrograms: "yes" },
    { ipv4: "no" },
    { cel: 1 },
    { https: "no" },
    { timeLimitMs: -1 },
    { memoryLimitMb: 1.5 },
    { memoryLimitMb: "512 --allow-all" },
  ];
  for (const part of wrong) {
    equal(readRemembered(JSON.stringify({ ...good, ...part })), undefined, JSON.stringify(part));
  }
  for (const text of ["", "null", "[]", "{", '"a"', "{}"]) equal(readRemembered(text), undefined);
});
