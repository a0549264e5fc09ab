import assert from "node:assert/strict";
import fc from "fast-check";
import type { AlertsDocument } from "../../platform/alerts/document.ts";
import { type Scanner, SCANNERS } from "../../platform/alerts/scanner.ts";
import { SEVERITIES } from "../../platform/alerts/severity.ts";
import { newAlert, newDocument, newUnavailable } from "../../testing/alerts.ts";
import { LIMITS, type Payload, payloadSchema } from "./block.ts";
import { payloadOf } from "./payload.ts";

/** Holds a message to what the chat service accepts. */
function assertAccepted({ text, blocks }: Payload): void {
  payloadSchema.parse({ text, blocks });
  assert.ok(text.length > 0 && text.length <= LIMITS.text);
  assert.ok(blocks.length <= LIMITS.blocks);
  assert.ok(JSON.stringify(blocks).length <= LIMITS.message, "all blocks together");
  for (const block of blocks) {
    if (block.type === "header") assert.ok(block.text.text.length <= LIMITS.header);
    if (block.type === "section") assert.ok(block.text.text.length <= LIMITS.section);
    if (block.type === "context") {
      assert.ok(block.elements.length >= 1 && block.elements.length <= LIMITS.contextElements);
    }
  }
}

const sections = ({ blocks }: Payload) =>
  blocks.flatMap((block) => block.type === "section" ? [block.text.text] : []);

const many = (scanner: Scanner, count: number, change: (index: number) => object = () => ({})) =>
  newDocument(
    scanner,
    "acme/one",
    Array.from(
      { length: count },
      (_, index) => newAlert[scanner]({ number: index + 1, ...change(index) }) as never,
    ),
  );

Deno.test("a message says how many alerts there are, how bad they are, and shows them", () => {
  const payload = payloadOf("acme/one", [
    newDocument("dependabot", "acme/one", [newAlert.dependabot()]),
    newDocument("code-scanning", "acme/one", [newAlert["code-scanning"]()]),
    newDocument("secret-scanning", "acme/one", [newAlert["secret-scanning"]()]),
  ]);
  assertAccepted(payload);
  assert.deepEqual(payload, {
    text: "acme/one: 3 open security alerts (1 critical, 1 high, 1 medium)",
    blocks: [
      {
        type: "header",
        text: { type: "plain_text", text: "acme/one: 3 open security alerts", emoji: false },
      },
      {
        type: "context",
        elements: [{ type: "mrkdwn", text: "1 critical, 1 high, 1 medium", verbatim: true }],
      },
      section(
        "*Dependabot*: 1 open\n• *high* <https://github.com/acme/one/security/dependabot/1|Prototype pollution> in left-pad (fixed in 2.0.0), package-lock.json, since 2026-11-20",
      ),
      section(
        "*Code scanning*: 1 open\n• *medium* <https://github.com/acme/one/security/code-scanning/1|Cross-site scripting> in web/page.js:3, since 2026-11-20",
      ),
      section(
        "*Secret scanning*: 1 open\n• *critical* <https://github.com/acme/one/security/secret-scanning/1|RSA Private Key> in keys/id_rsa:1, since 2026-11-20",
      ),
    ],
  });
});

function section(text: string) {
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

Deno.test("ten alerts are shown, the worst and oldest first; a link leads to the rest", () => {
  const payload = payloadOf("acme/one", [
    many("dependabot", 25, (index) => ({
      severity: SEVERITIES[index % 3],
      title: `Alert ${index + 1}`,
      createdAt: `2026-10-${String(28 - index).padStart(2, "0")}T00:00:00Z`,
    })),
  ]);
  const lines = sections(payload)[0]!.split("\n");
  assert.equal(lines.length, 12);
  const shown = lines.slice(1, 11).map((line) => Number(/Alert (\d+)/.exec(line)![1]));
  assert.deepEqual(shown, [25, 22, 19, 16, 13, 10, 7, 4, 1, 23]);
  assert.equal(lines[11], "<https://github.com/acme/one/security/dependabot|+15 more>");
});

Deno.test("what does not fit is left out from the lowest severity, and counted", () => {
  const long = (index: number) => ({
    title: `${'&<>"\\'.repeat(60)}`,
    manifestPath: "p/".repeat(200),
    path: "p/".repeat(200),
    firstLocation: { path: "p/".repeat(200), line: 1 },
    severity: SEVERITIES[index % SEVERITIES.length],
  });
  const documents = SCANNERS.map((scanner) => many(scanner, 40, long));
  const payload = payloadOf("acme/one", documents);
  assertAccepted(payload);
  const severities = sections(payload).map((text) =>
    [...text.matchAll(/• \*(\w+)\*/g)].map(([, severity]) => severity)
  );
  assert.ok(severities.every((all) => all.length >= 1));
  assert.ok(severities.flat().length < 30);
  assert.deepEqual(new Set(severities.flat()), new Set(["critical"]));
  for (const [index, text] of sections(payload).entries()) {
    const rest = Number(/\+(\d+) more/.exec(text)![1]);
    assert.equal(rest + severities[index]!.length, 40);
  }
});

Deno.test("when a list was cut upstream, the numbers say so", () => {
  const document = { ...many("dependabot", 11), truncated: true };
  const payload = payloadOf("acme/one", [document]);
  assert.match(payload.text, /11\+ open security alerts/);
  assert.match(sections(payload)[0]!, /\*Dependabot\*: 11\+ open\n/);
  assert.match(sections(payload)[0]!, /\|at least 1 more>$/);
});

Deno.test("scanners that saw nothing and a new name stand in the context", () => {
  const { blocks } = payloadOf("acme/one", [
    { ...many("dependabot", 1), renamedTo: "acme/uno" },
    newUnavailable("code-scanning", "acme/one", "disabled"),
    newUnavailable("secret-scanning", "acme/one", "no-analysis"),
  ]);
  const context = blocks.find((block) => block.type === "context")!;
  assert.deepEqual(context.elements.map(({ text }) => text), [
    "1 high",
    "Not covered: Code scanning (disabled), Secret scanning (no analysis yet)",
    "Renamed to acme/uno",
  ]);
});

Deno.test("the longest name a repository may have fits the header", () => {
  const repo = `${"o".repeat(39)}/${"r".repeat(100)}`;
  assertAccepted(payloadOf(repo, [many("dependabot", 250)]));
});

Deno.test("an address that no browser should open is left out", () => {
  for (const url of ["javascript:alert(1)", "http://example.com/1", "https://x|y>z", "", "x"]) {
    const payload = payloadOf("acme/one", [many("dependabot", 12, () => ({ url }))]);
    assertAccepted(payload);
    const text = sections(payload)[0]!;
    assert.ok(!/<(?:javascript|http:)/.test(text), text);
  }
});

const nasty = fc.oneof(
  fc.constantFrom(
    "<!channel>",
    "<!here|x>",
    "@everyone",
    "<https://evil.example|click>",
    "&lt;!channel&gt;",
    "a\n• *critical* b",
    "```",
    "\u001b[31m",
    "\u202e",
    "\ud800",
    "|>",
  ),
  fc.string({ maxLength: 300 }),
);

Deno.test("whatever strangers write: no mention, no link of theirs, no new line, within the limits", () => {
  fc.assert(fc.property(
    fc.array(fc.record({ title: nasty, where: nasty, severity: fc.constantFrom(...SEVERITIES) }), {
      minLength: 1,
      maxLength: 30,
    }),
    fc.constantFrom(...SCANNERS),
    (alerts, scanner) => {
      const document: AlertsDocument = many(scanner, alerts.length, (index) => {
        const { title, where, severity } = alerts[index]!;
        const firstLocation = { path: where, line: 1 };
        return { title, severity, path: where, package: where, firstLocation };
      });
      const payload = payloadOf("acme/one", [document]);
      assertAccepted(payload);
      const [text] = sections(payload);
      const links = [...text!.matchAll(/<([^>]*)>/g)].map(([, inside]) => inside!);
      assert.ok(
        links.every((inside) => inside.startsWith("https://github.com/acme/one/security/")),
      );
      const lines = text!.split("\n");
      assert.ok(
        lines.slice(1).every((line) => /^(?:• \*(?:\w+)\* |<https:.*\+\d+ more>$)/.test(line)),
      );
      assert.ok(text!.isWellFormed());
    },
  ));
});
