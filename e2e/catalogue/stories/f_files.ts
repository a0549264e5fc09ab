import assert from "node:assert/strict";
import { startCodeHost } from "@svc/fakes/codehost";
import { withPage } from "../../process/browser.ts";
import { LAUNCHER, type Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const TOKEN = "fake-token-of-octocat";
const REPO = "octocat/hello-world";
const TRACK = "@svc/github-file-track";
const STACK = "@svc/github-stack-status";

/** Family F: files are tracked through drift, a full disk and a link; a stack becomes a page. */
export const trackedFilesAndStack: Story = {
  name:
    "F: tracked files survive drift, a full disk and a link; a hostile stack becomes a safe page",
  needs: ["chromium"],
  async run(world, test) {
    await using host = await startCodeHost({
      tokens: { [TOKEN]: "octocat" },
      repositories: [{ owner: "octocat", name: "hello-world" }],
    });
    const call = (method: string, path: string, body?: object) =>
      host.call(TOKEN, method, `/repos/${REPO}${path}`, body);
    const commit = async (path: string, content: Uint8Array, branch = "main") => {
      const at = `/contents/${path}`;
      const before = await call("GET", `${at}?ref=${branch}`).catch(() => ({})) as { sha?: string };
      await call("PUT", at, {
        message: `Write ${path}`,
        content: content.toBase64(),
        branch,
        ...(before.sha === undefined ? {} : { sha: before.sha }),
      });
    };
    const text = (content: string) => new TextEncoder().encode(content);
    const large = (byte: number) => new Uint8Array(12_000_000).fill(byte);
    await commit("style.json", text("{}\n"));
    await commit("large.bin", large(1));

    await using person = await world.consumer({
      extensions: [TRACK, STACK],
      env: { GITHUB_API_URL: host.url, GH_TOKEN: TOKEN },
    });
    const target = (srcPath: string, destPath: string) => ({ repo: REPO, srcPath, destPath });
    const targets = [
      target("style.json", "tracked/style.json"),
      target("large.bin", "tracked/large.bin"),
    ];
    const argument = ["--global-arg", `targets=${JSON.stringify(targets)}`];
    await person.ok(["behavior", "create", TRACK, "files", ...argument]);
    const local = (path: string) => Deno.readTextFile(`${person.work}/tracked/${path}`);
    const summary = async () => {
      const { content } = JSON.parse(
        await person.ok(["data", "get", "files", "syncsummary", "--json"]),
      );
      const { created, written, unchanged, drifted, failed } = content;
      return { created, written, unchanged, drifted, failed };
    };
    const none = { created: 0, written: 0, unchanged: 0, drifted: 0, failed: 0 };

    await test.step("files are created, and a local edit is restored and said", async () => {
      await person.ok(["behavior", "run", "files", "sync"]);
      assert.equal(await local("style.json"), "{}\n");
      assert.deepEqual(await summary(), { ...none, created: 2 });
      await Deno.writeTextFile(`${person.work}/tracked/style.json`, "{ }\n");
      const { stderr } = await person.svc(["behavior", "run", "files", "sync"]);
      assert.match(stderr, /tracked\/style\.json was changed or removed locally/);
      assert.equal(await local("style.json"), "{}\n");
      assert.deepEqual(await summary(), { ...none, unchanged: 1, drifted: 1 });
    });

    await test.step("a full disk leaves the file as it was, and the other is written", async () => {
      await commit("style.json", text("[]\n"));
      await commit("large.bin", large(2));
      const { code, output } = await withSmallFiles(person, ["behavior", "run", "files", "sync"]);
      assert.notEqual(code, 0);
      assert.match(output, /tracked\/large\.bin \(not_written\)/);
      assert.equal(await local("style.json"), "[]\n");
      const kept = await Deno.readFile(`${person.work}/tracked/large.bin`);
      assert.equal(kept.length, 12_000_000);
      assert.equal(kept[0], 1);
      assert.deepEqual(namesIn(`${person.work}/tracked`), ["large.bin", "style.json"]);
      await person.ok(["behavior", "run", "files", "sync"]);
      assert.equal((await Deno.readFile(`${person.work}/tracked/large.bin`))[0], 2);
    });

    await test.step("a symbolic link in a file's place is refused", async () => {
      const outside = `${person.home}/outside`;
      await Deno.writeTextFile(outside, "theirs");
      await Deno.remove(`${person.work}/tracked/style.json`);
      await Deno.symlink(outside, `${person.work}/tracked/style.json`);
      const { code, stderr } = await person.svc(["behavior", "run", "files", "sync"]);
      assert.notEqual(code, 0);
      assert.match(stderr, /tracked\/style\.json \(refused_destination\)/);
      // Looking for links asks for nothing that a person would then be told to grant.
      assert.doesNotMatch(stderr, /extension grant/);
      assert.equal(await Deno.readTextFile(outside), "theirs");
    });

    await test.step("a stack of five with a hostile title becomes a page that runs nothing", async () => {
      const numbers: number[] = [];
      for (
        const [branch, base] of [["a", "main"], ["b", "a"], ["c", "b"], ["d", "c"], ["e", "d"]]
      ) {
        const { object } = await call("GET", `/git/ref/heads/${base}`) as {
          object: { sha: string };
        };
        await call("POST", "/git/refs", { ref: `refs/heads/${branch}`, sha: object.sha });
        await commit(`${branch}.md`, text(branch!), branch);
        const title = `<script>fetch("${host.url}/stolen-${branch}")</script>`;
        const pull = await call("POST", "/pulls", { title, head: branch, base }) as {
          number: number;
        };
        numbers.push(pull.number);
      }
      await person.ok(["behavior", "create", STACK, "stack", "--global-arg", `repo=${REPO}`]);
      const wrong = numbers.toReversed().map((number) => `#${number}`).join(" ");
      await person.ok(["behavior", "run", "stack", "fetch", "--input", `stack=${wrong}`]);
      const before = host.received.length;
      const outFile = "stacks/five.html";
      await person.ok(["behavior", "run", "stack", "renderHtml", "--input", `outFile=${outFile}`]);
      assert.equal(host.received.length, before);
      await withPage(async (page) => {
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        await page.goto(`file://${person.work}/${outFile}`);
        const titles = await page.locator("h2").allInnerTexts();
        assert.deepEqual(
          titles.map((title) => Number(/^#(\d+) <script>/.exec(title)?.[1])),
          numbers,
        );
        assert.deepEqual(requests, [`file://${person.work}/${outFile}`]);
      });
      assert.equal(host.received.length, before);
    });
  },
};

const namesIn = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

/** Runs `svc` where no file may grow beyond 8 MB: writing more is refused, as on a full disk. */
async function withSmallFiles(
  person: Person,
  args: readonly string[],
): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", `trap '' XFSZ; ulimit -f 8000; exec "$0" "$@"`, LAUNCHER, ...args],
    cwd: person.work,
    clearEnv: true,
    env: person.env,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, output: decoder.decode(stdout) + decoder.decode(stderr) };
}
