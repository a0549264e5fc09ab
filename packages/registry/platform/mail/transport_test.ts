import assert from "node:assert/strict";
import { startSmtp } from "@svc/fakes/smtp";
import { isSendable, parseSender, parseSmtpUrl, smtpTransport } from "./mod.ts";

const MAIL = { id: "m1", to: "ada@example.org", subject: "Hello", text: "One\n", html: "<p>One" };
const FROM = { name: "The registry", address: "svc@example.org" };

function transport(url: string) {
  const server = parseSmtpUrl(url);
  assert.ok(server);
  return smtpTransport(server, FROM, "registry.test");
}

Deno.test("a mail server is named by one URL, and everything else is refused", () => {
  assert.deepEqual(parseSmtpUrl("smtp://ada:p%40ss@mail.example.org"), {
    host: "mail.example.org",
    port: 587,
    auth: { user: "ada", pass: "p@ss" },
    tls: "required",
  });
  assert.equal(parseSmtpUrl("smtps://mail.example.org")?.tls, "implicit");
  assert.equal(parseSmtpUrl("smtps://mail.example.org")?.port, 465);
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    assert.equal(parseSmtpUrl(`smtp://${host}:25`)?.tls, "none", host);
  }
  // A name that only looks like this machine's gets TLS like any other.
  for (const host of ["localhost.example.org", "127.0.0.1.example.org", "128.0.0.1"]) {
    assert.equal(parseSmtpUrl(`smtp://${host}`)?.tls, "required", host);
  }
  const wrong = [
    "mail.example.org:587",
    "http://mail.example.org",
    "smtp://",
    "smtp://ada@mail.example.org",
    "smtp://ada:%ff@mail.example.org",
    "smtp://mail.example.org/path",
    "smtp://mail.example.org?tls.rejectUnauthorized=false",
    "smtp://mail.example.org#x",
  ];
  for (const url of wrong) assert.equal(parseSmtpUrl(url), undefined, url);
});

Deno.test("an address that could write into a header or name a second recipient is never sent to", async () => {
  const hostile = [
    "ada@example.org\r\nBcc: eve@example.org",
    "ada@example.org\neve@example.org",
    "ada@example.org, eve@example.org",
    "ada@example.org;eve@example.org",
    "<eve@example.org>",
    '"eve@example.org" <ada@example.org>',
    "ada@example.org ",
    "ada\u0000@example.org",
    "ada@exam\u2028ple.org",
    "ädä@example.org",
    "ada@@example.org",
    "ada",
    "@example.org",
    `${"a".repeat(250)}@example.org`,
  ];
  for (const to of hostile) {
    assert.ok(!isSendable(to), to);
    assert.deepEqual(await transport("smtp://127.0.0.1:1").send({ ...MAIL, to }), {
      sent: false,
      final: true,
      reason: "EADDRESS",
    });
  }
  assert.ok(isSendable("ada.lovelace+svc@mail.example.org"));
  assert.deepEqual(parseSender("The registry <svc@example.org>"), FROM);
  assert.equal(parseSender("x\r\nBcc: a <svc@example.org>"), undefined);
});

Deno.test("a mail arrives as text and HTML, to one recipient, with the login of the URL", async () => {
  await using smtp = await startSmtp({ auth: { user: "svc", pass: "p@ss" } });
  const { send } = transport(`smtp://svc:p%40ss@127.0.0.1:${smtp.port}`);
  const subject = "Injected\r\nBcc: eve@example.org";
  assert.deepEqual(await send({ ...MAIL, subject }), { sent: true });
  const [mail] = smtp.taken;
  assert.deepEqual([mail!.from, mail!.to, mail!.user], [
    "svc@example.org",
    ["ada@example.org"],
    "svc",
  ]);
  assert.equal(mail!.parsed.bcc, undefined);
  assert.match(mail!.parsed.text ?? "", /^One/);
  assert.match(mail!.parsed.html ?? "", /<p>One/);
  assert.equal(mail!.parsed.messageId, "<m1@registry.test>");
});

Deno.test("a refusal of the mail is final; a busy, absent or wrongly set up server is not", async () => {
  await using smtp = await startSmtp({ auth: { user: "svc", pass: "right" } });
  const url = (pass: string) => `smtp://svc:${pass}@127.0.0.1:${smtp.port}`;
  smtp.refuse.push(550, 451);
  assert.deepEqual(await transport(url("right")).send(MAIL), {
    sent: false,
    final: true,
    reason: "EENVELOPE 550",
  });
  assert.deepEqual(await transport(url("right")).send(MAIL), {
    sent: false,
    final: false,
    reason: "EENVELOPE 451",
  });
  const denied = await transport(url("wrong")).send(MAIL);
  assert.deepEqual(denied, { sent: false, final: false, reason: "EAUTH 535" });
  const away = await transport("smtp://127.0.0.1:1").send(MAIL);
  assert.ok(!away.sent && !away.final);
});

Deno.test("a server that offers no TLS gets neither password nor mail unless it is on this machine", async () => {
  await using smtp = await startSmtp({ auth: { user: "svc", pass: "secret" } });
  const server = parseSmtpUrl(`smtp://svc:secret@127.0.0.1:${smtp.port}`)!;
  const { send } = smtpTransport({ ...server, tls: "required" }, FROM, "registry.test");
  const answer = await send(MAIL);
  assert.ok(!answer.sent && !answer.final);
  assert.deepEqual(smtp.taken, []);
});
