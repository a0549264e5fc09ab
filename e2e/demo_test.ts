import assert from "node:assert/strict";
import { catalogueVersion } from "./process/catalogue_version.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

Deno.test("the demo shows the whole loop, ends with 0 and leaves nothing behind", async () => {
  const temporary = await Deno.makeTempDir({ prefix: "svc-demo-test-" });
  try {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", `${root}/e2e/demo/main.ts`],
      // Elsewhere than the repository, as nothing may depend on the working folder.
      cwd: temporary,
      env: { TMPDIR: temporary },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    const text = new TextDecoder().decode(stdout);
    assert.equal(code, 0, `${text}\n${new TextDecoder().decode(stderr)}`);
    const version = await catalogueVersion("repo-insight");
    for (
      const expected of [
        "Logged in to",
        `Published @svc/repo-insight ${version}`,
        "14/14",
        `Pulled @svc/repo-insight ${version}`,
        "Type: @svc/repo-insight",
        "Created: insight",
        "octocat/hello-world",
        "answered 200",
      ]
    ) assert.ok(text.includes(expected), `${expected} is missing in:\n${text}`);
    const left = await Array.fromAsync(Deno.readDir(temporary), (entry) => entry.name);
    assert.deepEqual(left.filter((name) => name.startsWith("svc-")), []);
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
});
