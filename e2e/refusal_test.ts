import assert from "node:assert/strict";
import { writeGreeting } from "./process/greeting.ts";
import { inOrder } from "./process/in_order.ts";
import { setScene } from "./process/scene.ts";
import type { SvcResult } from "./process/svc.ts";

const NAME = "@ada/greeting";

Deno.test("bad input is refused with a code, a place and a way out, and nothing is lost", async (test) => {
  const step = inOrder(test);
  await using scene = await setScene();
  const { gate, person } = scene;
  const folder = `${person.work}/greeting`;
  const manifest = await writeGreeting(folder, NAME, "2026.11.21.1");
  const edit = async (file: string, change: (text: string) => string) =>
    await Deno.writeTextFile(file, change(await Deno.readTextFile(file)));

  await step("a wrong password does not log in and leaves the login there is", async () => {
    const refused = await person.svc(["auth", "login", "--username", "ada", "--json"], {
      stdin: "not the password\n",
    });
    assert.equal(refusal(refused).code, "invalid_credentials");
    assert.equal(refused.code, 4);
    await person.ok(["auth", "whoami"]);
  });

  await step("wrong manifest keys are each named with their line", async () => {
    const broken = `${folder}/broken.yaml`;
    await Deno.copyFile(manifest, broken);
    await edit(broken, (text) => text.replace("2026.11.21.1", "2026.11.31.1") + "labels: x\n");
    const { code, details } = refusal(
      await person.svc(["extension", "quality", broken, "--json"]),
    );
    assert.equal(code, "manifest_invalid");
    assert.deepEqual(
      details?.map(({ path, message }) => [path.replace(/^.*\//, ""), message.split(":")[0]]),
      [["broken.yaml:3", "version"], ["broken.yaml:11", "labels"]],
    );
  });

  await step("a manifest of a later format asks for an upgrade", async () => {
    const later = `${folder}/later.yaml`;
    await Deno.copyFile(manifest, later);
    await edit(later, (text) => text.replace("manifestVersion: 1", "manifestVersion: 2"));
    const { code, hint } = refusal(await person.svc(["extension", "quality", later, "--json"]));
    assert.equal(code, "manifest_version_unsupported");
    assert.match(hint ?? "", /[Uu]pgrade/);
  });

  await step("somebody else's collective is not published to", async () => {
    const other = await writeGreeting(`${person.work}/other`, "@eve/greeting", "2026.11.21.1");
    const refused = await person.svc(["extension", "push", other, "--yes", "--no-check", "--json"]);
    assert.ok(["forbidden", "not_found"].includes(refusal(refused).code));
  });

  await step("other bytes under a published version are refused, and the first stay", async () => {
    const push = ["extension", "push", manifest, "--yes", "--no-check", "--json"];
    const { checksum } = JSON.parse(await person.ok(push));
    await edit(`${folder}/README.md`, (text) => `${text}\nMore.\n`);
    const { code, hint } = refusal(await person.svc(push));
    assert.equal(code, "version_exists");
    assert.ok(hint);
    const path = `/api/v1/extensions/${encodeURIComponent(NAME)}@2026.11.21.1/checksum`;
    assert.equal((await (await fetch(gate.url + path)).json()).checksum, checksum);
  });

  await step("outside a repository, what to run is said", async () => {
    const { code, hint } = refusal(
      await person.svc(["behavior", "create", NAME, "hello", "--json"], { cwd: person.home }),
    );
    assert.equal(code, "not_a_repository");
    assert.match(hint ?? "", /svc init/);
  });

  await step("an unknown type names what is known or how to get it", async () => {
    await person.ok(["init"]);
    const { code, hint } = refusal(
      await person.svc(["model", "type", "describe", "@ada/none", "--json"]),
    );
    assert.equal(code, "unknown_type");
    assert.ok(hint);
  });

  await step(
    "an extension that does not exist cannot be pulled, and nothing is written",
    async () => {
      const before = await listing(person.work);
      assert.equal(
        refusal(await person.svc(["extension", "pull", "@ada/none", "--yes", "--json"])).code,
        "not_found",
      );
      assert.deepEqual(await listing(person.work), before);
    },
  );

  await step("an unknown command offers the nearest, and ends with 2", async () => {
    const refused = await person.svc(["extension", "pul"]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /svc extension pull/);
  });

  await step("an unknown method and a taken name are refused by name", async () => {
    await person.ok(["extension", "pull", NAME, "--yes"]);
    await person.ok(["behavior", "create", NAME, "hello"]);
    const taken = refusal(await person.svc(["behavior", "create", NAME, "hello", "--json"]));
    assert.equal(taken.code, "already_exists");
    const unknown = refusal(await person.svc(["behavior", "run", "hello", "shout", "--json"]));
    assert.equal(unknown.code, "unknown_method");
    assert.match(`${unknown.error} ${unknown.hint}`, /greet/);
  });

  await step(
    "a wrong argument is named with what is expected, and nothing is written",
    async () => {
      const run = ["behavior", "run", "hello", "greet", "--json"];
      const before = await listing(`${person.work}/.svc/data`);
      for (
        const [input, code, expected] of [
          [[], "invalid_argument", /name/],
          [["--input", "name="], "invalid_argument", /name/],
          [["--input", "name=a", "--input", "colour=red"], "unknown_argument", /colour/],
        ] as const
      ) {
        const refused = refusal(await person.svc([...run, ...input]));
        assert.equal(refused.code, code);
        assert.match(JSON.stringify(refused), expected);
      }
      assert.deepEqual(await listing(`${person.work}/.svc/data`), before);
    },
  );

  const stored = `${person.home}/.config/svc/auth.json`;
  await step(
    "an upload that is not an archive is refused by name, and nothing is published",
    async () => {
      const { apiKey } = JSON.parse(await Deno.readTextFile(stored));
      const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
      const name = "@ada/garbage";
      const body = JSON.stringify({
        name,
        version: "2026.11.21.1",
        description: "",
        dependencies: [],
        platforms: [],
        labels: [],
      });
      const post = (path: string) =>
        fetch(`${gate.url}/api/v1/extensions/${path}`, { method: "POST", headers, body });
      const { uploadUrl } = await (await post("push")).json();
      const upload = await fetch(uploadUrl, { method: "PUT", body: "not an archive" });
      await upload.body?.cancel();
      const answer = await post("confirm");
      assert.equal(answer.status, 400);
      const { code, error } = await answer.json();
      assert.equal(code, "archive_invalid");
      assert.match(error, /not gzip/);
      assert.equal(
        refusal(await person.svc(["extension", "info", name, "--json"])).code,
        "not_found",
      );
    },
  );

  await step(
    "a key of another registry asks for a login and is neither shown nor lost",
    async () => {
      const kept = await Deno.readTextFile(stored);
      const foreign = `svc_${"0123456789abcdef".repeat(2)}`;
      const auth = JSON.stringify({ ...JSON.parse(kept), apiKey: foreign });
      await Deno.writeTextFile(stored, auth);
      const refused = await person.svc([
        "extension",
        "push",
        manifest,
        "--yes",
        "--no-check",
        "--json",
      ]);
      assert.equal(refused.code, 4);
      const { code, hint } = refusal(refused);
      assert.match(code, /^(?:invalid_api_key|not_authenticated|invalid_credentials)$/);
      assert.match(hint ?? "", /svc auth login/);
      assert.ok(!refused.stderr.includes(foreign));
      assert.equal(await Deno.readTextFile(stored), auth);
      await Deno.writeTextFile(stored, kept);
      await person.ok(["auth", "whoami"]);
    },
  );
});

/** The refusal a command ended with under `--json`. */
function refusal(
  { code, stdout, stderr }: SvcResult,
): { error: string; code: string; hint?: string; details?: { path: string; message: string }[] } {
  assert.notEqual(code, 0, stdout);
  assert.equal(stdout, "");
  return JSON.parse(stderr);
}

/** Every path below a folder. */
async function listing(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    paths.push(name);
    if (isDirectory) {
      paths.push(...(await listing(`${folder}/${name}`)).map((path) => `${name}/${path}`));
    }
  }
  return paths.sort();
}
