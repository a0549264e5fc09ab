import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { codeAt } from "../factor/totp.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { PASSWORD, type Seen, signedUp, visitor } from "../../testing/web/browse.ts";
import { fromBase32 } from "../factor/testing.ts";

const PAGE = "/account/security";

const hidden = ({ html }: Seen, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!.replaceAll("&amp;", "&");

const shown = ({ clock }: TestRegistry, secret: string) =>
  codeAt(fromBase32(secret), Math.floor(clock.now.getTime() / 30_000));

const later = (registry: TestRegistry, minutes: number) =>
  registry.clock.now = new Date(registry.clock.now.getTime() + minutes * 60_000);

Deno.test("a person adds an app, signs in with it, and removes it, without scripts", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const begun = await ada.post(PAGE, { action: "begin" });
  match(begun.html, /<svg /);
  equal(begun.headers.get("cache-control"), "no-store");
  const offer = { offer: hidden(begun, "offer"), secret: hidden(begun, "secret") };
  const url = hidden(begun, "url");

  const mistyped = await ada.post(PAGE, { action: "confirm", ...offer, url, code: "0" });
  equal(mistyped.status, 401);
  match(mistyped.html, /id="field-code-error"/);
  equal(hidden(mistyped, "offer"), offer.offer, "the same app can be tried again");

  const code = shown(registry, offer.secret);
  const added = await ada.post(PAGE, { action: "confirm", ...offer, url, code });
  const codes = added.html.match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g)!;
  equal(codes.length, 10);
  equal(added.headers.get("cache-control"), "no-store");
  const again = await ada.get(PAGE);
  ok(codes.every((each) => !again.html.includes(each)), "codes are shown once");

  later(registry, 11);
  const unproved = await ada.post(PAGE, { action: "remove" });
  deepEqual([unproved.status, /Confirm that it is you first/.test(unproved.html)], [401, true]);
  equal((await ada.post(PAGE, { action: "prove", code: "000000" })).status, 401);
  await ada.post(PAGE, { action: "prove", code: codes[0]! });
  const removed = await ada.post(PAGE, { action: "remove" });
  match(removed.html, /The app was removed/);
});

Deno.test("signing in asks for the code on a page of its own, and leads back", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const begun = await ada.post(PAGE, { action: "begin" });
  const secret = hidden(begun, "secret");
  await ada.post(PAGE, {
    action: "confirm",
    offer: hidden(begun, "offer"),
    secret,
    url: hidden(begun, "url"),
    code: shown(registry, secret),
  });
  later(registry, 1);
  const other = visitor(registry);
  const to = "/device?user_code=ABCD";
  const asked = await other.post("/sign-in", { login: "ada", password: PASSWORD, return_to: to });
  equal(asked.status, 200);
  equal(asked.headers.get("cache-control"), "no-store");
  equal(other.cookie(), "");
  doesNotMatch(asked.html, new RegExp(PASSWORD));
  const pending = hidden(asked, "pending");
  const wrong = await other.post("/sign-in/code", { pending, code: "no code", return_to: to });
  deepEqual([wrong.status, hidden(wrong, "pending")], [401, pending]);
  const foreign = await other.post(
    "/sign-in/code",
    { pending, code: shown(registry, secret) },
    { origin: "https://evil.example" },
  );
  equal(foreign.status, 403);
  const code = shown(registry, secret);
  const opened = await other.post("/sign-in/code", { pending, code, return_to: to });
  deepEqual([opened.status, opened.location], [303, to]);
  const over = await visitor(registry).post("/sign-in/code", { pending, code });
  match(over.html, /action="\/sign-in"/, "a sign-in that is over begins again");
});
