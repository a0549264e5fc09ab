import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { enrolApp } from "../factor/testing.ts";
import { mailing } from "../../testing/mail.ts";
import { PASSWORD, type Seen, signedUp, visitor } from "../../testing/web/browse.ts";
import { testRegistry } from "../../testing.ts";

/** The form that asks for a proof. */
const PROMPT = /action="\/account\/proof"/;

const hidden = ({ html }: Seen, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";

/** What an owner does in one sitting. Each of them asks for a proof. */
const ACTS: readonly [path: string, fields: Record<string, string>][] = [
  ["/account/keys", { name: "laptop" }],
  ["/collectives/acme/settings/invite", { invite: "bob@example.org", role: "member" }],
  ["/collectives/acme/settings/second-factor", { required: "yes" }],
  ["/collectives/acme/settings/create-token", { name: "ci", scope: "extensions:read" }],
  ["/account/security", { action: "codes" }],
  ["/account/address", { email: "next@example.org", password: PASSWORD }],
];

Deno.test("one proof in ten minutes does for all that asks for one, and is asked for again after them", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  await ada.post("/account/collectives", { slug: "acme", name: "" });
  const app = await enrolApp(registry, ada.cookie());
  const later = (seconds: number) =>
    registry.clock.now = new Date(registry.clock.now.getTime() + seconds * 1000);
  later(660);
  const prompted: string[] = [];
  const act = async ([path, fields]: typeof ACTS[number]) => {
    const seen = await ada.post(path, fields);
    if (!PROMPT.test(seen.html)) return seen;
    prompted.push(path);
    const proof = { path: hidden(seen, "path"), fields: hidden(seen, "fields") };
    return await ada.post("/account/proof", { ...proof, code: app.code() });
  };
  for (const one of ACTS) {
    const { status, html } = await act(one);
    equal(status < 400, true, `${one[0]}: ${status} ${html}`);
    later(119);
  }
  // 595 seconds after the first one, all were done by its proof.
  deepEqual(prompted, ["/account/keys"]);
  later(10);
  await act(ACTS[0]!);
  deepEqual(prompted, ["/account/keys", "/account/keys"], "the ten minutes are over");
});

Deno.test("no prompt is pushed: whoever has the password cannot make one appear, by mail, inbox or page", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signedUp(registry, "ada");
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  await enrolApp(registry, ada.cookie());
  await registry.work();
  const mails = smtp.taken.length;
  for (let n = 0; n < 4; n++) {
    const asked = await visitor(registry).post("/sign-in", { login: "ada", password: PASSWORD });
    match(asked.html, /name="pending"/, "it waits for a code, in the browser that asks");
  }
  await registry.work();
  equal(smtp.taken.length, mails, "no mail asks to approve anything");
  registry.clock.now = new Date(registry.clock.now.getTime() + 660_000);
  for (
    const path of ["/", "/account", "/account/security", "/account/sessions", "/notifications"]
  ) {
    const seen = await ada.get(path);
    equal(seen.status, 200, path);
    doesNotMatch(seen.html, PROMPT, path);
  }
  const notices = await registry.services.db.selectFrom("notification_event").select("kind")
    .execute();
  deepEqual(notices, []);
});
