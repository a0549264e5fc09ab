import { deepEqual, rejects } from "node:assert/strict";
import { temporaryFolder } from "../testing/extension.ts";
import { refusal } from "../testing/refusal.ts";
import { readPins } from "./pins.ts";
import { repositoryAt } from "./repository.ts";

Deno.test("pins are extensions with a version each, and what is none is named", async () => {
  await using folder = await temporaryFolder();
  const pinsOf = async (text: string) => {
    await Deno.writeTextFile(`${folder.path}/.svc.yaml`, text);
    return Object.fromEntries(await readPins(repositoryAt(folder.path)));
  };
  for (const nothing of ["", "minAge: 7d", "pins:", "pins: []", "# pins"]) {
    deepEqual(await pinsOf(nothing), {}, nothing);
  }
  deepEqual(
    await pinsOf('pins:\n  - "@acme/tool@2026.11.21.1"\n  - "@acme/a/b@2026.11.20.12"\n'),
    { "@acme/tool": "2026.11.21.1", "@acme/a/b": "2026.11.20.12" },
  );
  const wrong: [text: string, why: RegExp][] = [
    ["pins: {", /not YAML/],
    ["pins:\n  - @acme/tool@2026.11.21.1", /not YAML/],
    ['pins: "@acme/tool@2026.11.21.1"', /is not a list/],
    ['pins: ["@acme/tool"]', /lists @acme\/tool, which/],
    ['pins: ["acme/tool@2026.11.21.1"]', /lists acme\/tool@2026/],
    ['pins: ["@acme/tool@1.2.3"]', /lists @acme\/tool@1\.2\.3/],
    ['pins: ["@acme/tool@^2026.11.21.1"]', /lists/],
    ["pins: [null]", /lists null/],
    ['pins: [{ "@acme/tool": 2026.11.21.1 }]', /lists/],
    ['pins: ["@acme/tool@2026.11.21.1", "@acme/tool@2026.11.20.1"]', /@acme\/tool twice/],
  ];
  for (const [text, why] of wrong) {
    await rejects(pinsOf(text), refusal("validation_failed", why, /Write it like this: pins: \[/));
  }
});
