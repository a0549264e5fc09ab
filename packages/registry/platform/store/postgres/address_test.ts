import assert from "node:assert/strict";
import { connectionString, isPostgresUrl } from "./address.ts";

const modeOf = (url: string) => new URL(connectionString(url)).searchParams.get("sslmode");

Deno.test("a URL names a host or the folder of a socket, and a database; what would be ignored is refused", () => {
  for (
    const url of [
      "postgres://ada:secret@db.example:5432/svc",
      "postgresql://db.example/svc?sslmode=verify-full&sslrootcert=/etc/ssl/own.pem",
      "postgres:///svc?host=/run/postgresql&port=5433&user=ada",
      "postgres://ada:p%40ss%2Fword@[::1]:5432/svc?sslmode=require",
    ]
  ) assert.ok(isPostgresUrl(url), url);
  for (
    const url of [
      "",
      "db.example/svc",
      "mysql://db.example/svc",
      "postgres://db.example",
      "postgres://db.example/",
      "postgres:///svc",
      "postgres://db.example/svc/more",
      "postgres://db.example/svc#more",
      "postgres://db.example/svc?sslmode=prefer",
      "postgres://db.example/svc?sslmode=verify-ca",
      "postgres://db.example/svc?options=-c%20search_path%3Dother",
      "postgres://db.example/my svc",
      "postgres://db.example/svc?port=abc",
      "postgres:///svc?host=/run/postgresql&port=65536",
      "postgres://db1.example,db2.example/svc",
      "postgres://db1.example:5432,db2.example/svc",
      "postgres:///svc?host=db1.example,db2.example",
      "postgres://db.example/svc?target_session_attrs=primary",
    ]
  ) assert.ok(!isPostgresUrl(url), url);
});

Deno.test("without sslmode the certificate is verified, except where nothing leaves the machine", () => {
  assert.equal(modeOf("postgres://db.example/svc"), "verify-full");
  assert.equal(modeOf("postgres://10.0.0.5/svc"), "verify-full");
  assert.equal(modeOf("postgres://db.example/svc?sslmode=disable"), "disable");
  assert.equal(modeOf("postgres:///svc?host=db.example"), "verify-full");
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    assert.equal(modeOf(`postgres://${host}/svc`), "disable");
  }
  assert.equal(modeOf("postgres:///svc?host=/run/postgresql"), "disable");
});
