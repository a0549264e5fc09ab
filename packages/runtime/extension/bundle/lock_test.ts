import { deepEqual, equal, throws } from "node:assert/strict";
import { refusal } from "../../testing/refusal.ts";
import { bundle } from "./bundle.ts";
import { plainLock } from "./lock.ts";

const encode = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

Deno.test("a lock names no address that a package is fetched from", () => {
  const zod = { integrity: "sha512-AA==", dependencies: ["a@1.0.0"] };
  const lock = {
    version: "5",
    specifiers: { "npm:zod@4.6.7": "4.6.7" },
    npm: { "zod@4.6.7": { ...zod, tarball: "https://evil.example/zod.tgz" }, "a@1.0.0": {} },
  };
  deepEqual(decode(plainLock(encode(lock))), {
    ...lock,
    npm: { "zod@4.6.7": zod, "a@1.0.0": {} },
  });
});

Deno.test("a lock configures nothing: unknown parts are left out", () => {
  const lock = { version: "5", workspace: { dependencies: ["npm:x"] }, "future": 1 };
  deepEqual(decode(plainLock(encode(lock))), { version: "5" });
});

Deno.test("a lock as Deno writes it stays as it is, byte for byte", () => {
  const lock = encode({
    version: "5",
    specifiers: {},
    npm: {},
    jsr: {},
    redirects: {},
    remote: {},
  });
  equal(plainLock(lock), lock);
});

Deno.test("a lock that is not a JSON object is refused", () => {
  for (const text of ["", "[]", "null", "1", "{"]) {
    throws(
      () => plainLock(new TextEncoder().encode(text)),
      refusal("bundle_failed", /JSON object/),
    );
  }
});

Deno.test("a published lock is made plain before anything is bundled under it", async () => {
  const files = new Map([["models/x.ts", {
    bytes: new TextEncoder().encode(`import { z } from "npm:zod@4.6.7";\nexport const k = z;`),
  }]]);
  const { lock } = await bundle(files, ["models/x.ts"]);
  const hostile = decode(lock);
  hostile.npm["zod@4.6.7"].tarball = "http://127.0.0.1:1/evil.tgz";
  const again = await bundle(files, ["models/x.ts"], { lock: encode(hostile) });
  deepEqual(decode(again.lock), decode(lock));
});
