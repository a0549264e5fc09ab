import assert from "node:assert/strict";
import { startNpm } from "@svc/fakes/npm";
import { startIssuer, startRunner } from "@svc/fakes/oidc";
import { startOutside } from "@svc/fakes/outside";
import { canMakeCertificates } from "../../packages/serve/testing/certificate.ts";
import { signUp } from "../process/account.ts";
import { writeGreeting } from "../process/greeting.ts";
import { inOrder } from "../process/in_order.ts";
import { startServer } from "../process/server.ts";
import { createPerson } from "../process/svc.ts";
import { makeAuthority } from "./authority.ts";
import { passedOn, startCompany } from "./company.ts";
import { fetchingModel } from "./fetching.ts";

const TOKEN = "t0k3n-of-the-company";

/** The company's npm registry: nobody is answered without the token, and it names itself only. */
async function companyNpm(npm: string, request: Request): Promise<Response> {
  if (request.headers.get("authorization") !== `Bearer ${TOKEN}`) {
    return new Response("", { status: 401 });
  }
  const response = await passedOn(npm)(request);
  if (!response.headers.get("content-type")?.includes("json")) return response;
  return Response.json(JSON.parse((await response.text()).replaceAll(npm, "https://npm.corp")));
}

Deno.test({
  name: "behind a company's proxy, with its certificate and an npm registry with a login",
  ignore: !canMakeCertificates(),
  async fn(test) {
    const step = inOrder(test);
    await using authority = await makeAuthority();
    await using outside = startOutside();
    await using issuer = await startIssuer("github");
    await using runner = startRunner(issuer);
    await using server = await startServer({
      env: {
        ...outside.env,
        SVC_BASE_URL: "https://registry.corp",
        SVC_OIDC_ISSUERS: `github=${issuer.issuer}`,
      },
    });
    await using npm = startNpm();
    npm.publish({
      name: "honest",
      versions: {
        "1.0.0": {
          publishedAt: "2026-01-01T00:00:00.000Z",
          content: {
            manifest: { type: "module", main: "index.js" },
            files: { "index.js": `export default "an honest package";` },
          },
        },
      },
    });
    await using company = startCompany(authority, {
      "registry.corp": passedOn(server.url),
      "runner.corp": passedOn(runner.url),
      "npm.corp": (request) => companyNpm(npm.url, request),
      "api.corp": () => new Response("hello"),
    });
    const { password, cookie } = await signUp(server.url, "ada");
    await using person = await createPerson("https://registry.corp", {
      HTTPS_PROXY: company.proxy,
      HTTP_PROXY: company.proxy,
      NODE_EXTRA_CA_CERTS: authority.file,
    });
    for (const name of ["DENO_DIR", "npm_config_registry", "NPM_CONFIG_REGISTRY"]) {
      delete person.env[name];
    }
    await Deno.writeTextFile(
      `${person.home}/.npmrc`,
      `registry=https://npm.corp/\n//npm.corp/:_authToken=\${CORP_TOKEN}\n`,
    );
    const corp = { env: { CORP_TOKEN: TOKEN } };

    await step("svc asks the registry through the proxy", async () => {
      await person.ok(["auth", "login", "--username", "ada"], { stdin: `${password}\n` });
      const manifest = await writeGreeting(`${person.home}/g`, "@ada/greeting", "2026.11.21.1");
      await person.ok(["extension", "push", manifest, "--yes"]);
      await person.ok(["init"]);
      await person.ok(["extension", "pull", "@ada/greeting", "--yes"]);
      assert.ok(company.asked.includes("registry.corp:443"));
    });

    await step("a registry on this machine is asked directly", async () => {
      const asked = company.asked.length;
      const here = { env: { SVC_CLUB_URL: server.url } };
      await person.ok(["extension", "info", "@ada/greeting"], here);
      assert.equal(company.asked.length, asked);
    });

    await step("a job in CI gets its identity token and publishes through the proxy", async () => {
      const name = "@ada/job-greeting";
      const trusted = await fetch(`${server.url}/api/v1/collectives/ada/publishers`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://registry.corp", cookie },
        body: JSON.stringify({
          extension: name,
          provider: "github",
          issuer: issuer.issuer,
          names: { repository: "acme/greeter" },
          workflow: "release.yml",
        }),
      });
      assert.equal(trusted.status, 201, await trusted.text());
      const manifest = await writeGreeting(`${person.home}/job`, name, "2026.11.23.1");
      const push = ["extension", "push", manifest, "--yes", "--no-check"];
      await person.ok([...push, "--trusted-publishing", "always"], {
        env: {
          ...runner.env,
          ACTIONS_ID_TOKEN_REQUEST_URL: "https://runner.corp/idtoken?api-version=2.0",
        },
      });
      assert.ok(company.requests.includes("runner.corp /idtoken"));
      assert.ok(company.requests.includes("registry.corp /api/v1/publishing/token"));
    });

    await step("packages come from the company's registry, with its login", async () => {
      await Deno.mkdir(`${person.work}/extensions/models`, { recursive: true });
      await Deno.writeTextFile(
        `${person.work}/extensions/models/ask.ts`,
        `import honest from "npm:honest@1.0.0";\nexport const words = honest;\n` +
          fetchingModel("@ada/ask"),
      );
      await person.ok(["behavior", "create", "@ada/ask", "ask"], corp);
      assert.ok(company.asked.includes("npm.corp:443"));
    });

    await step("a method's requests go through the proxy, and its host is granted", async () => {
      const run = ["behavior", "run", "ask", "ask", "--input", "url=https://api.corp/"];
      const node = ["--input", "node=https://api.corp/"];
      await person.ok([...run, ...node, "--allow", "net:api.corp"], corp);
      const { content } = JSON.parse(await person.ok(["data", "get", "ask", "main", "--json"]));
      assert.equal(content.fetch, "status 200");
      assert.ok(company.requests.includes("api.corp /"));
    });

    await step("a proxy that is down is named, without its password", async () => {
      const { code, stderr } = await person.svc(["auth", "whoami"], {
        env: { HTTPS_PROXY: "http://ada:s3cret@127.0.0.1:2" },
      });
      assert.notEqual(code, 0);
      assert.match(stderr, /its proxy 127\.0\.0\.1:2 \(from HTTPS_PROXY\) could not be reached/);
      assert.doesNotMatch(stderr, /s3cret/);
    });

    await step("without the authority, what is missing is said", async () => {
      const { code, stderr } = await person.svc(["auth", "whoami"], {
        env: { NODE_EXTRA_CA_CERTS: `${person.home}/none` },
      });
      assert.notEqual(code, 0);
      assert.match(stderr, /certificate is not trusted/);
      assert.match(stderr, /NODE_EXTRA_CA_CERTS/);
    });
  },
});
