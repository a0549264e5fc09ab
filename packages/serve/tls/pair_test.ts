import assert from "node:assert/strict";
import { canMakeCertificates, makeCertificate } from "../testing/certificate.ts";
import { testServer } from "../testing/server.ts";
import { readTlsPair } from "./pair.ts";

const missing = !canMakeCertificates();
const why = missing ? " (skipped: openssl is not installed)" : "";

Deno.test({
  name: `a certificate and its key are read together, with their end${why}`,
  ignore: missing,
  async fn() {
    await using made = await makeCertificate();
    const { cert, key, expires } = await readTlsPair(made);
    assert.match(cert, /BEGIN CERTIFICATE/);
    assert.match(key, /BEGIN (?:EC )?PRIVATE KEY/);
    assert.ok(expires > new Date());
  },
});

Deno.test({
  name: `the key of another certificate is refused, and so are files that are neither${why}`,
  ignore: missing,
  async fn() {
    await using one = await makeCertificate();
    await using other = await makeCertificate();
    const { certFile, keyFile } = one;
    for (
      const [pair, message] of [
        [{ certFile, keyFile: other.keyFile }, /is not the key of the certificate/],
        [{ certFile: keyFile, keyFile }, /is not a certificate/],
        [{ certFile, keyFile: certFile }, /is not a private key/],
        [{ certFile: "/nowhere.pem", keyFile }, /\/nowhere\.pem cannot be read/],
        [{ certFile: "/nowhere/c.pem", keyFile: "/nowhere/k.pem" }, /c\.pem cannot be read/],
      ] as const
    ) {
      await assert.rejects(() => readTlsPair(pair), (error: Error & { code: string }) => {
        assert.equal(error.code, "validation_failed");
        assert.match(error.message, message);
        assert.doesNotMatch(JSON.stringify(error) + error.message, /BEGIN|PRIVATE KEY-/);
        return true;
      });
    }
  },
});

Deno.test({
  name: `with a certificate the server speaks TLS, and nothing else${why}`,
  ignore: missing,
  async fn() {
    await using made = await makeCertificate();
    const given = { "cert-file": made.certFile, "key-file": made.keyFile, host: "localhost" };
    await using server = await testServer({}, { given });
    assert.match(server.url, /^https:\/\/localhost:\d+$/);
    using client = Deno.createHttpClient({ caCerts: [made.cert] });
    const response = await fetch(`${server.url}/health`, { client });
    assert.deepEqual(await response.json(), { status: "ok", version: "2026.01.02" });
    await assert.rejects(fetch(server.url.replace("https", "http")));
  },
});
