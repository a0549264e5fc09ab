import assert from "node:assert/strict";
import { Field, Notice, pageDocument } from "./mod.ts";

const HOSTILE = `"><script>alert('1')</script>&`;
const TEXT = "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;";

Deno.test("what strangers wrote is text in a document, a field and a notice", async () => {
  const parts = {
    document: pageDocument({ title: HOSTILE, style: HOSTILE, header: HOSTILE, main: HOSTILE }),
    field: Field({ name: HOSTILE, label: HOSTILE, value: HOSTILE, hint: HOSTILE, error: HOSTILE }),
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
