import assert from "node:assert/strict";
import { canMakeCertificates } from "../../packages/serve/testing/certificate.ts";
import { createPerson } from "../process/svc.ts";
import { makeAuthority } from "./authority.ts";
import { startCompany } from "./company.ts";
import { fetchingModel } from "./fetching.ts";

/** Variables that the machine of these tests may have for a reason of its own. */
const TRUSTED = ["NODE_EXTRA_CA_CERTS", "DENO_CERT", "DENO_TLS_CA_STORE", "SSL_CERT_FILE"];

/** How a person names the company's authority; the last one not at all. */
const WAYS = (file: string, other: string): Record<string, Record<string, string>> => ({
  NODE_EXTRA_CA_CERTS: { NODE_EXTRA_CA_CERTS: file },
  DENO_CERT: { DENO_CERT: file },
  "both, each with another one": { NODE_EXTRA_CA_CERTS: file, DENO_CERT: other },
  "a system's file": { SSL_CERT_FILE: file, DENO_TLS_CA_STORE: "mozilla,system" },
  nothing: {},
});

Deno.test({
  name: "with an authority of the person's own, a method asks by fetch and by node:https",
  ignore: !canMakeCertificates(),
  async fn(test) {
    await using authority = await makeAuthority();
    await using other = await makeAuthority();
    await using company = startCompany(authority, { localhost: () => new Response("hello") });
    await using person = await createPerson("http://127.0.0.1:9");
    for (const name of TRUSTED) delete person.env[name];
    await person.ok(["init"]);
    await Deno.mkdir(`${person.work}/extensions/models`, { recursive: true });
    const host = `localhost:${company.port}`;
    const url = `https://${host}/`;
    const model = fetchingModel("@ada/ask");
    await Deno.writeTextFile(`${person.work}/extensions/models/ask.ts`, model);
    await person.ok(["behavior", "create", "@ada/ask", "ask"]);
    for (const [way, env] of Object.entries(WAYS(authority.file, other.file))) {
      await test.step(way, async () => {
        const run = ["behavior", "run", "ask", "ask", "--input", `url=${url}`];
        await person.ok([...run, "--input", `node=${url}`, "--allow", `net:${host}`], { env });
        const { content } = JSON.parse(
          await person.ok(["data", "get", "ask", "main", "--json"], { env }),
        );
        if (way === "nothing") {
          assert.match(content.fetch, /certificate|UnknownIssuer/i);
          assert.match(content.agent, /certificate/);
        } else {
          assert.deepEqual(content, {
            fetch: "status 200",
            agent: "status 200",
            plain: "status 200",
          });
        }
      });
    }
  },
});
