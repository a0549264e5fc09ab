import { equal, match, rejects } from "node:assert/strict";
import { initRepository } from "../init.ts";
import { type Repository, repositoryAt } from "../repository.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { createDefinition } from "../../behavior/definitions/create.ts";
import { definitionText, replaceDefinition } from "./edit.ts";
import { tryFindDefinition } from "./find.ts";

async function place(): Promise<AsyncDisposable & { repository: Repository }> {
  const folder = await temporaryFolder();
  await initRepository(folder.path);
  const repository = repositoryAt(folder.path);
  for (const name of ["one", "two"]) {
    await createDefinition(repository, { type: "command/shell", name });
  }
  return { repository, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("an edited text takes the file's place byte for byte, under a new name too", async () => {
  await using at = await place();
  const { found, text } = await definitionText(at.repository, "one");
  const edited = `# mine\n${text.replace("name: one", "name:   uno")}`;
  const result = await replaceDefinition(at.repository, found, edited, text);
  equal(result.status, "updated");
  equal(await Deno.readTextFile(result.path), edited);
  equal((await tryFindDefinition(at.repository, "uno"))?.path, found.path);
  equal((await replaceDefinition(at.repository, found, edited, edited)).status, "unchanged");
});

const BROKEN: [what: string, edit: (text: string) => string, code: string, words: RegExp][] = [
  ["no YAML", () => "type: [", "validation_failed", /line 1: /],
  ["another id", (text) => text.replace(/id: .*/, "id: x"), "validation_failed", /id must stay/],
  [
    "another type and a driver",
    (text) => `${text.replace("type: command/shell", "type: a/b")}driver: docker\n`,
    "validation_failed",
    /line 10: driver is no longer supported/,
  ],
  [
    "another type",
    (text) => text.replace("type: command/shell", "type: a/b"),
    "validation_failed",
    /type must stay/,
  ],
  [
    "the name of another",
    (text) => text.replace("name: one", "name: two"),
    "conflict",
    /two\.yaml/,
  ],
  ["more than fits", (text) => `${text}x: ${"x".repeat(300_000)}\n`, "validation_failed", /larger/],
];
for (const [what, edit, code, words] of BROKEN) {
  Deno.test(`an edited text with ${what} is not saved over the good one`, async () => {
    await using at = await place();
    const { found, text } = await definitionText(at.repository, "one");
    await rejects(
      replaceDefinition(at.repository, found, edit(text), text),
      refusal(code as "usage", words),
    );
    equal(await Deno.readTextFile(found.path), text);
  });
}

Deno.test("what somebody else wrote meanwhile is not overwritten", async () => {
  await using at = await place();
  const { found, text } = await definitionText(at.repository, "one");
  await Deno.writeTextFile(found.path, `${text}# theirs\n`);
  await rejects(
    replaceDefinition(at.repository, found, `${text}# mine\n`, text),
    refusal("conflict", /changed by somebody else/),
  );
  match(await Deno.readTextFile(found.path), /# theirs/);
});
