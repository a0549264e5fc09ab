import assert from "node:assert/strict";
import { BANNED } from "./banned.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Where the list itself stands, and texts of others. */
const EXEMPT = /^(e2e\/words\/|package-lock\.json$|.*LICENSE$|.*\.(png|woff2|sql)$)/;

Deno.test("no text of ours has a banned phrasing", async () => {
  const found: string[] = [];
  for (const path of await tracked()) {
    const lines = (await Deno.readTextFile(ROOT + path)).split("\n");
    for (const [at, line] of lines.entries()) {
      for (const { pattern, say } of BANNED) {
        const words = pattern.exec(line)?.[0];
        if (words !== undefined) {
          found.push(`${path}:${at + 1}: '${words}'${say && `; say: ${say}`}`);
        }
      }
    }
  }
  assert.deepEqual(found, []);
});

Deno.test("a banned phrasing is found whatever its case, and within a line only as words", () => {
  const finds = (text: string) => BANNED.some(({ pattern }) => pattern.test(text));
  for (const text of ["Mended.", "These Very Bytes", "it lies in .svc", "Nothing is asked for"]) {
    assert.ok(finds(text), text);
  }
  for (const text of ["recommended", "there is no file here", "the very first run", "replies in"]) {
    assert.ok(!finds(text), text);
  }
});

async function tracked(): Promise<string[]> {
  const { stdout } = await new Deno.Command("git", { args: ["ls-files"], cwd: ROOT }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((path) =>
    path !== "" && !EXEMPT.test(path)
  );
}
