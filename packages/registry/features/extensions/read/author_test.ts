import assert from "node:assert/strict";
import { addToken } from "../../../testing/extensions/people.ts";
import { published } from "../../../testing/extensions/push.ts";
import { scored } from "../../../testing/extensions/scored.ts";

/** The "Published by" part of the extension's page, without its markup. */
function publishedBy(page: string): string {
  const start = page.indexOf("<h2>Published by</h2>");
  assert.ok(start > 0, "the page says who published it");
  return page.slice(start, page.indexOf("</section>", start));
}

Deno.test("a first push by a collective token is the collective's, in the record and on the page (spec 5.4)", async () => {
  await using ours = await scored();
  const token = await addToken(ours.services, "acme", ["extensions:push"]);
  await published(ours.registry, token);
  await ours.services.db.updateTable("collective").set({ name: "Acme & Sons" })
    .where("slug", "=", "acme").execute();
  ours.services.events.emit("collective.changed", { collectiveId: "" });
  assert.deepEqual((await ours.info()).author, {
    kind: "collective",
    username: "acme",
    displayName: "Acme & Sons",
  });
  const page = await (await ours.registry.request("/extensions/@acme/hello")).text();
  assert.match(publishedBy(page), /<a href="\/collectives\/acme">Acme &amp; Sons<\/a>/);
});

Deno.test("who pushes later versions does not change who published first", async () => {
  await using ours = await scored();
  const token = await addToken(ours.services, "acme", ["extensions:push"]);
  await published(ours.registry, token, { version: "2026.01.01.1" });
  await ours.publish("2026.01.02.1");
  assert.equal((await ours.info()).author.kind, "collective");
  await ours.publish("2026.01.01.1", { name: "@fork/hello" });
  const { author } = await (await ours.registry.request("/api/v1/extensions/@fork/hello")).json();
  assert.deepEqual(author, { kind: "person", username: "ada", displayName: "ada" });
  const page = await (await ours.registry.request("/extensions/@fork/hello")).text();
  assert.match(publishedBy(page), /<a href="\/u\/ada">ada<\/a>/);
});
