import assert from "node:assert/strict";
import { reasonHint, reasonOf } from "./reason.ts";

const UNREACHED = "error sending request for url (https://api.example/): client error (Connect): " +
  "tcp connect error: Connection refused (os error 111)";
const HTTPS: Record<string, string> = { HTTPS_PROXY: "http://ada:s3cret@proxy.example:3128" };

Deno.test("why a request got no answer names the proxy, and what to do about it", () => {
  const cause = new Error(UNREACHED);
  const error = new TypeError("fetch failed", { cause });
  const reason = reasonOf(error, (name) => HTTPS[name]);
  assert.equal(
    reason,
    "its proxy proxy.example:3128 (from HTTPS_PROXY) could not be reached: nothing listens there",
  );
  assert.match(reasonHint(reason)!, /^Correct that variable/);
  assert.equal(reasonOf(error), "nothing listens there");
});
