import assert from "node:assert/strict";
import { Field, Notice, pageDocument, Select, TextArea } from "./mod.ts";

const HOSTILE = `"><script>alert('1')</script>&`;
const TEXT = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;";

Deno.test("what strangers wrote is text in a document, fields and a notice", async () => {
  const parts = {
    document: pageDocument({ title: HOSTILE, style: HOSTILE, header: HOSTILE, main: HOSTILE }),
    field: Field({ name: HOSTILE, label: HOSTILE, value: HOSTILE, hint: HOSTILE, error: HOSTILE }),
    select: Select({
      name: "x",
      label: HOSTILE,
      options: [[HOSTILE, HOSTILE]],
      value: HOSTILE,
      error: HOSTILE,
    }),
    area: TextArea({ name: HOSTILE, label: HOSTILE, value: HOSTILE, error: HOSTILE }),
    notice: Notice({ kind: "error", title: HOSTILE, children: HOSTILE }),
  };
  for (const [what, part] of Object.entries(parts)) {
    const text = String(await part);
    assert.doesNotMatch(text, /<script/, what);
    assert.ok(text.split(TEXT).length > 3, what);
  }
});

Deno.test("a field says only what it was given, and ties its hint and error to the input", async () => {
  const plain = String(await Field({ name: "login", label: "Name" }));
  assert.doesNotMatch(
    plain,
    /required|value|autofocus|aria-|maxlength|undefined/,
  );
  const wrong = String(
    await Field({ name: "login", label: "Name", required: true, hint: "h", error: "e" }),
  );
  for (const part of ['required=""', 'aria-invalid="true"', 'id="field-login-hint"']) {
    assert.ok(wrong.includes(part), part);
  }
  assert.match(wrong, /aria-describedby="field-login-hint field-login-error"/);
});

Deno.test("a text of several lines keeps its first empty line, which a browser drops", async () => {
  const area = String(await TextArea({ name: "text", label: "Text", value: "\na\n b" }));
  assert.match(area, /<textarea[^>]*>\n\na\n b<\/textarea>/);
});

Deno.test("of a choice exactly the one with the value is chosen", async () => {
  const options = [["", "None"], ["1", "One"], ["10", "Ten"]] as const;
  const select = String(await Select({ name: "n", label: "N", options, value: "1" }));
  assert.deepEqual(
    [...select.matchAll(/<option([^>]*)>(\w+)/g)].filter(([, attributes]) =>
      attributes!.includes("selected")
    ).map(([, , words]) => words),
    ["One"],
  );
});
