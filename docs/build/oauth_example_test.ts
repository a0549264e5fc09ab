import assert from "node:assert/strict";
import { personalKey, send, signUp } from "../../packages/registry/features/identity/testing.ts";
import { serveRegistry } from "../../packages/registry/testing/web/serve.ts";

Deno.test("the example of the page about OAuth signs a person in as it stands", async () => {
  const page = await Deno.readTextFile(new URL("../oauth.md", import.meta.url));
  const source = /```js\n([\s\S]+?)```/.exec(page)![1]!;
  await using served = await serveRegistry();
  const { registry, url } = served;
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/sign_in.js`, source);
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-config", `--allow-net=${new URL(url).host}`, "--allow-env", "sign_in.js"],
      cwd: folder,
      env: { SVC_REGISTRY: url, SVC_API_KEY: key, NO_COLOR: "1" },
      stdout: "piped",
    }).spawn();
    const lines: string[] = [];
    let text = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const ended = text.split("\n");
      text = ended.pop()!;
      for (const line of ended) {
        lines.push(line);
        if (line.startsWith("Open ")) await approve(line.slice("Open ".length));
      }
    }
    assert.equal((await child.status).code, 0);
    const person = JSON.parse(lines.at(-1)!);
    assert.equal(person.sub, ada.id);
    assert.equal(person.email, ada.email);
    assert.deepEqual(person.collectives, ["ada"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }

  async function approve(address: string): Promise<void> {
    const userCode = new URL(address).searchParams.get("user_code");
    const browser = { cookie: ada.cookie, headers: { origin: url } };
    await send(registry, `GET /api/auth/device?user_code=${userCode}`, browser);
    const approved = await send(registry, "POST /api/auth/device/approve", {
      ...browser,
      body: { userCode },
    });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
  }
});
