import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { GREET, manifestText, modelText } from "../runtime/testing/extension.ts";
import { svc, temporaryConfig } from "./testing/host.ts";

// Words that scripts look for: people have them from other tools of this layout.

const MANIFEST = manifestText();
const MODEL = modelText(GREET);

const FILES: Readonly<Record<string, string>> = {
  "tool/manifest.yaml": MANIFEST,
  "tool/greeter.ts": MODEL,
  "unsafe/manifest.yaml": MANIFEST,
  "unsafe/greeter.ts": `${MODEL}eval("1");\n`,
  "version/manifest.yaml": MANIFEST.replace("2026.01.02.3", "1.2.3"),
};

const WORDS: readonly [word: string, command: string][] = [
  ["not found", "behavior get none"],
  ["not found", "behavior run none execute"],
  ["not found", "behavior output 123"],
  ["not found", "data get none main"],
  ["not found", "vault describe none"],
  ["not found", "vault delete main NONE --yes"],
  ["not found", "report get none"],
  ["not found", "extension rm @acme/none --yes"],
  ["Not authenticated", "auth whoami"],
  ["Not authenticated", "extension push tool --yes"],
  ["Could not connect", "extension info @acme/tool"],
  ["Not authenticated", "behavior search --server http://127.0.0.1:9"],
  ["Invalid extension name", "extension pull Not/A/Name"],
  ["must be CalVer YYYY.MM.DD.N", "extension push version --dry-run"],
  ["safety errors", "extension push unsafe --dry-run"],
  ["Dry run complete", "extension push tool --dry-run"],
  ["is not a behavior repository", "behavior search --repo-dir elsewhere"],
  ["<manifest-path>", "extension push --help"],
  ["<manifest-path>", "extension fmt --help"],
];

Deno.test("scripts find the words that they look for", async (test) => {
  const { path, ...folder } = await temporaryConfig();
  await using _ = folder;
  await initRepository(path);
  await Deno.mkdir(`${path}/elsewhere`);
  for (const [file, text] of Object.entries(FILES)) {
    await Deno.mkdir(`${path}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${path}/${file}`, text);
  }
  const env = { XDG_CONFIG_HOME: path, SVC_CLUB_URL: "http://127.0.0.1:9", SVC_API_KEY: "" };
  const at = (command: string) => svc(command.split(" "), { cwd: path, env });
  assert.equal((await at("vault create local_encryption main")).exit, 0);
  for (const [word, command] of WORDS) {
    await test.step(`svc ${command}: ${word}`, async () => {
      const { stdout, stderr } = await at(command);
      assert.ok(`${stdout}${stderr}`.includes(word), `${stdout}${stderr}`);
    });
  }
});
