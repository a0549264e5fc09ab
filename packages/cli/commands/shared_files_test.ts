import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig } from "../testing/host.ts";

// A repository may be used with svc and with another tool of this layout in turns.

Deno.test("files that another tool of this layout wrote or reads work in both", async () => {
  const { path, ...folder } = await temporaryConfig();
  await using _ = folder;
  const at = (...argv: string[]) => svc(argv, { cwd: path, env: { XDG_CONFIG_HOME: path } });
  const fine = async (...argv: string[]) => {
    const { exit, stdout, stderr } = await at(...argv);
    assert.equal(exit, 0, stderr);
    return stdout;
  };
  await initRepository(path);

  const empty = await at("behavior", "validate");
  assert.deepEqual([empty.exit, /No behaviors yet/.test(empty.stdout)], [1, true]);

  await fine("vault", "create", "local_encryption", "main");
  const [{ name: file }] = [...Deno.readDirSync(`${path}/vaults/local_encryption`)] as [
    Deno.DirEntry,
  ];
  const vault = await Deno.readTextFile(`${path}/vaults/local_encryption/${file}`);
  assert.match(vault, /^createdAt: "20\d\d-.*Z"$/m, "unquoted, it reads as a time");
  await Deno.writeTextFile(
    `${path}/vaults/local_encryption/${file}`,
    vault.replace(/^createdAt: "(.*)"$/m, "createdAt: $1"),
  );
  assert.match(await fine("vault", "list"), /main/, "as another tool writes it");

  await Deno.mkdir(`${path}/behaviors/command/shell`, { recursive: true });
  await Deno.writeTextFile(
    `${path}/behaviors/command/shell/hi.yaml`,
    "type: command/shell\nid: 6f1f0a52-6f56-4e3b-9b39-6f1d6c6c7a10\nname: hi\nversion: 1\n" +
      "globalArguments: { word: moved }\n" +
      'methods: { execute: { arguments: { run: "echo ${{ self.globalArguments.word }}" } } }\n',
  );
  await fine("behavior", "run", "hi", "execute");
  assert.match(await fine("behavior", "validate", "hi"), /word is not declared/);
  const shown = JSON.parse(await fine("behavior", "output", "hi", "--data", "--json"));
  assert.deepEqual([shown.dataName, shown.data.stdout], ["result", "moved"]);
  const all = JSON.parse(await fine("data", "list", "--json"));
  assert.equal(all.total, 2);

  // What the other tool pulled, in its folder renamed.
  const pulled = `${path}/.svc/pulled-extensions/@acme/greeter/models`;
  await Deno.mkdir(pulled, { recursive: true });
  await Deno.writeTextFile(`${pulled}/greeter.ts`, "export const model = {};\n");
  await Deno.writeTextFile(
    `${path}/upstream_extensions.json`,
    JSON.stringify({
      "@acme/greeter": { version: "2026.01.01.1", pulledAt: "2026-01-01T00:00:00Z", files: [] },
    }),
  );
  assert.match(
    await fine("extension", "list", "--offline"),
    /@acme\/greeter +v2026\.01\.01\.1 stable .*not installed: svc extension install/,
  );
  const { stdout } = await at("doctor", "--json");
  assert.match(stdout, /greeter 2026\.01\.01\.1: not installed[^}]*svc extension install/);
});
