import assert from "node:assert/strict";
import type { BehaviorDetails } from "@svc/core/answer";
import { html } from "hono/html";
import { inputFields } from "./input_field.ts";
import { inputControls } from "./input_form.ts";
import { formName, typedOf } from "./read_inputs.ts";

const HOSTILE = `"><script>alert(1)</script></textarea></option>`;

Deno.test("what an extension says of its inputs is text in the form, whatever the field", async () => {
  const said = { title: HOSTILE, description: HOSTILE };
  const properties = {
    [HOSTILE]: { type: "string", ...said, default: HOSTILE },
    lines: { type: "string", maxLength: 1000, ...said, default: `\n${HOSTILE}` },
    choice: { enum: [HOSTILE, 1], ...said, default: HOSTILE },
    flag: { type: "boolean", ...said, default: true },
    number: { type: "number", ...said, minimum: HOSTILE, default: 1 },
    yaml: { type: "array", ...said, default: [HOSTILE] },
    secret: { type: "string", sensitive: true, ...said, default: HOSTILE },
  };
  const behavior = {
    globalArguments: {},
    methods: [{ name: "m", description: "", arguments: { type: "object", properties } }],
  };
  const fields = inputFields(behavior as unknown as BehaviorDetails, "m");
  const typed = new Map<string, string>();
  for (const field of fields) {
    typed.set(formName(field), await typedOf(field, field.schema["default"]));
  }
  const errors = new Map(fields.map((field) => [formName(field), HOSTILE]));
  const text = String(await html`${inputControls({ fields, typed, errors })}`);
  assert.doesNotMatch(text, /<script/);
  assert.equal(text.match(/<textarea/g)!.length, text.match(/<\/textarea>/g)!.length);
  assert.equal(text.match(/field-error/g)!.length, fields.length);
  assert.match(text, /type="password"/);
  const secret = text.slice(text.indexOf('type="password"'));
  assert.doesNotMatch(secret.slice(0, secret.indexOf(">")), /alert/);
  // Ids have no spaces: each is named in a list of them.
  for (const [, id] of text.matchAll(/ id="([^"]*)"/g)) assert.match(id!, /^[a-z0-9-]+$/);
});
