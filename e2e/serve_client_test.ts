import assert from "node:assert/strict";
import { freePort } from "../packages/fakes/port/mod.ts";
import { canMakeCertificates, makeCertificate } from "../packages/serve/testing/certificate.ts";
import { readUntil } from "./process/read_until.ts";
import { knowingRegistry, operator } from "./process/serve_process.ts";
import { createPerson, type Person } from "./process/svc.ts";

/** A running `svc serve` of a person. */
interface ServeProcess extends AsyncDisposable {
  url: string;
  child: Deno.ChildProcess;
  stop(signal: Deno.Signal): Promise<void>;
}

async function serve(person: Person, more: readonly string[] = []): Promise<ServeProcess> {
  const port = more.includes("--port") ? [] : ["--port", "0"];
  const child = person.start(["serve", "--json", "--drain", "1s", ...port, ...more]);
  const { text } = await readUntil(child.stdout, /"status":"listening"/);
  child.stderr.pipeTo(new WritableStream()).catch(() => {});
  const line = text.split("\n").find((one) => one.includes('"listening"'))!;
  const stop = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // It has ended.
    }
    await child.status;
  };
  return {
    url: JSON.parse(line).url,
    child,
    stop,
    [Symbol.asyncDispose]: () => stop("SIGKILL"),
  };
}

const ECHO = ["behavior", "run", "deploy", "execute", "--input", "run=echo done"];

Deno.test({
  name:
    "somebody elsewhere logs in to a real 'svc serve' over TLS, runs, reads and logs out (needs openssl)",
  ignore: !canMakeCertificates(),
  async fn() {
    await using registry = knowingRegistry();
    await using ada = await operator(registry);
    await ada.ok(["behavior", "create", "command/shell", "hidden"]);
    const { token } = JSON.parse(
      await ada.ok(["serve", "token", "create", "ci", "--allow", "deploy", "--json"]),
    );
    await using certificate = await makeCertificate();
    const { certFile, keyFile } = certificate;
    await using server = await serve(ada, ["--cert-file", certFile, "--key-file", keyFile]);
    assert.match(server.url, /^https:/);
    await using bob = await createPerson("http://127.0.0.1:9");
    const login = ["auth", "server-login", "--server", server.url, "--token", "-"];

    // Nobody vouches for the certificate yet: the token is stored with a warning, and then not used.
    const unknown = await bob.svc(login, { stdin: token });
    assert.match(unknown.stderr, /could not be checked: .* its certificate is not trusted/);
    const refused = await bob.svc(["behavior", "search", "--server", server.url]);
    assert.deepEqual([refused.code, /not trusted/.test(refused.stderr)], [1, true]);

    const env = { SVC_CA_CERT: certFile, SVC_SERVE_URL: server.url };
    const wrong = await bob.svc(login, { env, stdin: `${token.slice(0, -1)}x` });
    assert.equal(wrong.code, 4, wrong.stderr);
    assert.match(wrong.stderr, /does not accept the token/);
    const done = await bob.svc(login, { env, stdin: token });
    assert.deepEqual([done.code, done.stderr], [0, ""]);

    const whoami = JSON.parse(await bob.ok(["auth", "server-whoami", "--json"], { env }));
    assert.deepEqual([whoami.name, whoami.rights.run], ["ci", ["deploy"]]);
    const found = JSON.parse(await bob.ok(["behavior", "search", "--json"], { env }));
    assert.deepEqual(found.results.map(({ name }: { name: string }) => name), ["deploy"]);
    for (const argv of [["behavior", "get", "hidden"], ["data", "list", "hidden"]]) {
      const { code, stderr } = await bob.svc([...argv, "--json"], { env });
      assert.deepEqual([code, JSON.parse(stderr).code], [1, "not_found"]);
    }

    const ran = await bob.svc([...ECHO, "--json"], { env });
    assert.equal(ran.code, 0, ran.stderr);
    const result = JSON.parse(ran.stdout);
    assert.equal(result.initiatedBy, "token:ci");
    const output = ["behavior", "output", result.outputId, "--json"];
    assert.equal(await bob.ok(output, { env }), await ada.ok(output));
    const { runs: [run] } = JSON.parse(await bob.ok(["run", "list", "--json"], { env }));
    assert.deepEqual([run.status, run.outputId], ["succeeded", result.outputId]);

    assert.match(await bob.ok(["auth", "server-logout"], { env }), /^Forgot the token 'ci'/);
    const out = await bob.svc(["behavior", "search", "--json"], { env });
    assert.deepEqual([out.code, JSON.parse(out.stderr).code], [4, "not_authenticated"]);
  },
});

Deno.test("a server that is killed amid a run, and started again, tells the client its outcome", async () => {
  await using registry = knowingRegistry();
  await using ada = await operator(registry);
  const { token } = JSON.parse(
    await ada.ok(["serve", "token", "create", "ci", "--allow", "deploy", "--json"]),
  );
  // Nobody else gets it while no server listens there.
  const port = ["--port", String(freePort())];
  await using first = await serve(ada, port);
  await using bob = await createPerson("http://127.0.0.1:9");
  const env = { SVC_SERVE_URL: first.url, SVC_SERVER_TOKEN: token };
  const slow = ["behavior", "run", "deploy", "execute", "--input", "run=sleep 600"];
  const client = bob.start(slow, { env });
  const { rest } = await readUntil(client.stderr, /Running execute of deploy/);
  await first.stop("SIGKILL");
  await using _second = await serve(ada, port);
  const { code } = await client.status;
  const stderr = await rest;
  assert.equal(code, 1, stderr);
  assert.match(stderr, /; trying again\.\n[^]*error: /);
  await client.stdout.cancel();
  const { runs } = JSON.parse(await bob.ok(["run", "list", "--json"], { env }));
  assert.deepEqual(runs.map(({ status }: { status: string }) => status), ["interrupted"]);
});
