import { equal } from "node:assert/strict";
import { freePort } from "./free_port.ts";

const PROGRAM = `
import { freePort } from ${JSON.stringify(import.meta.resolve("./free_port.ts"))};
console.log(JSON.stringify(Array.from({ length: 100 }, () => freePort())));
await Deno.stdin.read(new Uint8Array(1));
`;

Deno.test("processes that run at the same time never hand out the same port", async () => {
  const ports = Array.from({ length: 100 }, () => freePort());
  const children = Array.from({ length: 4 }, () =>
    new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-check", "--ext=ts", PROGRAM],
      stdin: "piped",
      stdout: "piped",
    }).spawn());
  for (const { stdout } of children) {
    const reader = stdout.pipeThrough(new TextDecoderStream()).getReader();
    let line = "";
    while (!line.endsWith("\n")) line += (await reader.read()).value!;
    ports.push(...JSON.parse(line));
    reader.releaseLock();
  }
  for (const { stdin, status } of children) {
    await stdin.close();
    equal((await status).code, 0);
  }
  equal(new Set(ports).size, 500);
});
