import assert from "node:assert/strict";
import { scrubbing } from "./scrub.ts";

const TOKEN = "github_pat_11A/B+c=0123456789";

Deno.test("a token is taken out as it is, percent-encoded and in base64", () => {
  const { body } = scrubbing(TOKEN);
  const basic = (text: string) => new TextEncoder().encode(text).toBase64();
  for (
    const form of [
      TOKEN,
      encodeURIComponent(TOKEN),
      basic(TOKEN),
      basic(`x-access-token:${TOKEN}`),
      basic(`${TOKEN}:x-oauth-basic`),
    ]
  ) assert.equal(body(`a ${form} b ${form}`), "a *** b ***", form);
  assert.equal(body("nothing of it"), "nothing of it");
  assert.equal(body(TOKEN.slice(0, -1)), TOKEN.slice(0, -1));
});

Deno.test("parameters that give access are taken out of addresses, others and bodies stay", () => {
  const { address, body } = scrubbing(TOKEN);
  const link = (value: string) => `<https://h/x?page=2&token=${value}&per_page=100>; rel="next"`;
  assert.equal(address(link("ABC")), link("***"));
  assert.equal(address("https://h/x?access_token=ABC#y"), "https://h/x?access_token=***#y");
  assert.equal(
    address("https://s3/x?X-Amz-Signature=ab12&x=1&X-Amz-Credential=k"),
    "https://s3/x?X-Amz-Signature=***&x=1&X-Amz-Credential=***",
  );
  assert.equal(address("/x?tokens=2&page=3"), "/x?tokens=2&page=3");
  assert.equal(body("see https://h/x?token=ABC"), "see https://h/x?token=ABC");
});

Deno.test("a secret that is too short to be a token is not looked for everywhere", () => {
  assert.equal(scrubbing("a").body("banana"), "banana");
  assert.equal(scrubbing("").body("banana"), "banana");
});
