import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { matchExpression } from "./fts5_match.ts";

function index(...documents: string[]) {
  const database = new DatabaseSync(":memory:");
  database.exec(
    `create virtual table found using fts5(text, tokenize = "unicode61 remove_diacritics 2")`,
  );
  const insert = database.prepare("insert into found (text) values (?)");
  for (const document of documents) insert.run(document);
  const select = database.prepare("select text from found where found match ?");
  return {
    find: (match: string) => select.all(match).map((row) => row.text),
    [Symbol.dispose]: () => database.close(),
  };
}

Deno.test("any text is a query that the store takes, of at most eight words", () => {
  using documents = index("a");
  const piece = fc.constantFrom(
    ..."\"'*^:(){}+-/\\ \0\t%_".split(""),
    ...[
      "OR",
      "AND",
      "NOT",
      "NEAR",
      "text",
      "a",
      "ab",
      "é",
      "e\u0301",
      "ſ",
      "ß",
      "漢字",
      "x".repeat(90),
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const match = matchExpression(pieces.join(""));
      if (match === undefined) return;
      documents.find(match);
      const words = match.split(" ");
      assert.ok(words.length <= 8);
      assert.equal(new Set(words).size, words.length, "a word said twice is read once");
      assert.ok(words.every((word) => [...word].length <= 43), match);
    }),
  );
});

Deno.test("every word begins a word of the document, a single letter is one", () => {
  using documents = index("deploy things to r", "redeploy", "Déploiement rapide");
  const find = (text: string) => documents.find(matchExpression(text)!);
  assert.deepEqual(find("DEPLO"), ["deploy things to r", "Déploiement rapide"]);
  assert.deepEqual(find("deploy r"), ["deploy things to r"]);
  assert.deepEqual(find("d"), []);
  assert.deepEqual(find("things to deploy"), ["deploy things to r"]);
});

Deno.test("a text without words asks for nothing", () => {
  for (const text of ["", " ", '"*', "%", "—"]) assert.equal(matchExpression(text), undefined);
});
