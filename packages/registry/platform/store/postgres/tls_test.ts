import assert from "node:assert/strict";
import { isSvcError, type SvcError } from "@svc/core/error";
import { postgresPrograms, startPostgres } from "@svc/fakes/postgres";
import { sql } from "kysely";
import { openPostgres } from "./open.ts";

const ignore = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

/** A certificate for `localhost` that nobody else signed, and its key. */
async function certificate(): Promise<{ certificate: string; key: string }> {
  const folder = await Deno.makeTempDir();
  try {
    const { success, stderr } = await new Deno.Command("openssl", {
      args: [
        ...[
          "req",
          "-x509",
          "-newkey",
          "rsa:2048",
          "-nodes",
          "-days",
          "2",
          "-subj",
          "/CN=localhost",
        ],
        ...["-addext", "subjectAltName=DNS:localhost"],
        ...["-keyout", `${folder}/key`, "-out", `${folder}/certificate`],
      ],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return {
      certificate: await Deno.readTextFile(`${folder}/certificate`),
      key: await Deno.readTextFile(`${folder}/key`),
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test({
  name: ignore
    ? "each sslmode trusts what it says (skipped: Postgres is not installed)"
    : "each sslmode trusts what it says, and none goes on without TLS",
  ignore,
  async fn() {
    const own = await certificate();
    await using server = await startPostgres(
      { ssl: "on", ssl_cert_file: "server.crt", ssl_key_file: "server.key" },
      { "server.crt": own.certificate, "server.key": own.key },
    );
    const authority = `sslrootcert=${server.folder}/data/server.crt`;
    const open = async (host: string, parameters: string) => {
      const url = new URL(server.tcpUrl("postgres"));
      url.hostname = host;
      await using db = await openPostgres(`${url.href}?${parameters}`, { connections: 2 });
      const { rows } = await sql<{ ssl: number }>`select ssl from pg_stat_ssl
        where pid = pg_backend_pid()`.execute(db);
      return rows[0]!.ssl;
    };
    const untrusted = (opening: Promise<unknown>) =>
      assert.rejects(opening, (error) => {
        assert.ok(isSvcError(error), String(error));
        assert.match((error as SvcError).message, /certificate of Postgres is not trusted/);
        assert.match((error as SvcError).hint!, /sslrootcert/);
        return true;
      });
    assert.equal(await open("localhost", `sslmode=verify-full&${authority}`), 1);
    assert.equal(await open("127.0.0.1", `sslmode=verify-ca&${authority}`), 1);
    assert.equal(await open("127.0.0.1", "sslmode=require"), 1);
    assert.equal(await open("127.0.0.1", "sslmode=disable"), 0);
    await untrusted(open("127.0.0.1", `sslmode=verify-full&${authority}`));
    await untrusted(open("localhost", "sslmode=verify-full"));
    const other = `${server.folder}/data/other.crt`;
    await Deno.writeTextFile(other, (await certificate()).certificate);
    await untrusted(open("localhost", `sslmode=verify-ca&sslrootcert=${other}`));
  },
});
