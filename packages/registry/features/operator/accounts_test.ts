import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { announcementOf, published } from "../../testing/extensions/push.ts";
import { mailing } from "../../testing/mail.ts";
import { makeOperator } from "../../testing/operator.ts";
import { PASSWORD, signedUp, visitor } from "../../testing/web/browse.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { collective, join, personalKey, send, signUp, token } from "../identity/testing.ts";
import { disableAccount, enableAccount } from "../operating/accounts.ts";

/** Whose account it is about. */
const WHOM = ["person", "own", "operator", "admin", "disabled", "nobody"] as const;

/** Who asks, and what they are answered for each of {@link WHOM}: a status, or the code of a refusal. */
const TABLE = `
who              act      person         own            operator       admin          disabled       nobody
nobody           disable  404            404            404            404            404            404
person           disable  404            404            404            404            404            404
key              disable  404            404            404            404            404            404
unproved         disable  proof_required proof_required proof_required proof_required proof_required proof_required
operator         disable  200            conflict       conflict       conflict       conflict       not_found
nobody           enable   404            404            404            404            404            404
person           enable   404            404            404            404            404            404
key              enable   404            404            404            404            404            404
unproved         enable   proof_required proof_required proof_required proof_required proof_required proof_required
operator         enable   conflict       conflict       conflict       conflict       200            not_found
command          disable  200            200            200            200            conflict       not_found
command          enable   conflict       conflict       conflict       conflict       200            not_found
`.trim().split("\n").slice(1).map((line) => line.trim().split(/\s+/))
  .map(([who, act, ...cells]) => ({ who: who!, act: act as "disable" | "enable", cells }));

const asCommand = async (
  { services }: TestRegistry,
  act: "disable" | "enable",
  username: string,
) => {
  const how = { username, reason: undefined, by: "command" } as const;
  if (act === "disable") await disableAccount(services, how, services.now());
  else await enableAccount(services, username, services.now());
};

Deno.test("accounts: who may disable and enable whose, and what is not done changes nothing", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root" } });
  const { services } = registry;
  const [oscar, olga] = [await signUp(registry, "oscar"), await signUp(registry, "olga")];
  const [ada, eve] = [await signUp(registry, "ada"), await signUp(registry, "eve")];
  for (const username of ["root", "dora"]) await signUp(registry, username);
  for (const operator of [oscar, olga]) await makeOperator(registry, operator);
  const { key } = await personalKey(registry, oscar);
  const { cookie } = oscar;
  const unproved = olga.cookie;
  await services.db.deleteFrom("session_proof").where(
    "session_id",
    "in",
    services.db.selectFrom("session").select("id").where("userId", "=", olga.id),
  ).execute();
  const sendings = {
    nobody: {},
    person: { cookie: eve.cookie },
    key: { bearer: key },
    unproved: { cookie: unproved },
    operator: { cookie },
  };
  const wrong: string[] = [];
  const disabled = async () =>
    (await services.db.selectFrom("disabled_user").innerJoin("user", "user.id", "user_id")
      .select("username").orderBy("username").execute()).map(({ username }) => username!);
  await asCommand(registry, "disable", "dora");
  services.events.emit("store.changed", {});
  for (const { who, act, cells } of TABLE) {
    for (const [at, whom] of WHOM.entries()) {
      const own = who === "unproved" ? olga : oscar;
      const other = own === oscar ? olga : oscar;
      const username = {
        person: ada.username,
        own: own.username,
        operator: other.username,
        admin: "root",
        disabled: "dora",
        nobody: "adda",
      }[whom];
      const before = await disabled();
      const sending = sendings[who as keyof typeof sendings];
      const body = { username, ...(act === "disable" ? { note: "It spams." } : {}) };
      const found = sending === undefined
        ? await asCommand(registry, act, username).then(
          () => "200",
          (error) => isSvcError(error) ? error.code : String(error),
        )
        : await send(registry, `POST /api/v1/admin/${act}`, { ...sending, body })
          .then(({ status, body }) =>
            status === 200 ? "200" : status === 404 && who !== "operator" ? "404" : body.code
          );
      if (found !== cells[at]) wrong.push(`${act} ${whom} by ${who}: ${found}, not ${cells[at]}`);
      const after = await disabled();
      const expected = found !== "200"
        ? before
        : act === "disable"
        ? [...before, username].sort()
        : before.filter((one) => one !== username);
      assert.deepEqual(after, expected, `${act} ${whom} by ${who}`);
      // Back to where the next cell begins; a session of an operator that ended comes back by no act.
      if (found !== "200") continue;
      await asCommand(registry, act === "disable" ? "enable" : "disable", username);
      services.events.emit("store.changed", {});
    }
  }
  assert.deepEqual(wrong, []);
  assert.equal(TABLE.length * WHOM.length, 72);
});

Deno.test("accounts: what ends at once with one that an operator disables on the page, what stays, and who is told", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const { services } = registry;
  const page = await signedUp(registry, "oscar");
  await makeOperator(registry, { cookie: page.cookie(), password: PASSWORD, username: "oscar" });
  const [ada, mel] = [await signUp(registry, "ada"), await signUp(registry, "mel")];
  await services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", mel);
  const { key } = await personalKey(registry, ada);
  const robot = await token(registry, ada, "acme", ["extensions:*"]);
  await published(registry, key, { name: "@acme/one" });
  const status = async (line: string, sending: object, body?: unknown) =>
    (await send(registry, line, { ...sending, body })).status;
  const push = (version: string) => announcementOf({ name: "@acme/one", version });
  const ends = () =>
    Promise.all([
      status("GET /api/whoami", { cookie: ada.cookie }),
      status("GET /api/whoami", { bearer: key }),
      status("POST /api/v1/extensions/push", { bearer: key }, push("2026.01.03.1")),
    ]);
  const stays = () =>
    Promise.all([
      status("GET /api/v1/extensions/@acme/one", {}),
      status("GET /api/v1/extensions/@acme/one@2026.01.02.1/download", {}),
      status("GET /api/v1/collectives/acme", { cookie: mel.cookie }),
      status("POST /api/v1/extensions/push", { bearer: robot.key }, push("2026.01.04.1")),
    ]);
  assert.deepEqual([await ends(), await stays()], [[200, 200, 200], [200, 302, 200, 200]]);

  const hostile = "<script>alert(1)</script> \u202espam";
  const refused = await page.post("/operator", { act: "disable", username: "ada", note: " " });
  assert.equal(refused.status, 400);
  const done = await page.post("/operator", { act: "disable", username: "ada", note: hostile });
  assert.equal(done.location, "/operator?done=disable");
  assert.deepEqual([await ends(), await stays()], [[401, 401, 401], [200, 302, 200, 200]]);
  assert.equal(
    (await send(registry, "GET /api/v1/collectives/acme/members", { cookie: mel.cookie })).body
      .members.find(({ username }: { username: string }) => username === "ada").role,
    "owner",
  );
  const { html } = await page.get("/operator");
  assert.match(html, /Tokens that they created for collectives still work:\s+\S+ of @acme/);
  assert.ok(!html.includes("<script>alert"), "a reason is text");
  const sent = async () => {
    await registry.work();
    return smtp.taken.filter(({ parsed }) => /^The account ada/.test(parsed.subject ?? ""));
  };
  const [letter, ...more] = await sent();
  assert.deepEqual([letter!.to, more], [[ada.email], []]);
  assert.match(letter!.parsed.text!, /spam[^]*personal keys do not work/);
  assert.ok(
    registry.logged.some((line) =>
      line.includes("operator.acted") && line.includes('"ada"') && line.includes("disable")
    ),
  );

  const back = await page.post("/operator", { act: "enable", username: "ada" });
  assert.equal(back.location, "/operator?done=enable");
  assert.deepEqual((await ends()).slice(0, 2), [401, 200], "keys come back, sessions do not");
  assert.match((await sent())[1]!.parsed.text!, /enabled the account ada again/);
  assert.match((await page.get("/operator")).html, /no account is disabled/);
});

Deno.test("accounts: the page lists what is suspended, and lifts it without a name that is typed", async () => {
  await using registry = await testRegistry();
  const page = await signedUp(registry, "oscar");
  await makeOperator(registry, { cookie: page.cookie(), password: PASSWORD, username: "oscar" });
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  await page.post("/operator", { act: "suspend", collective: "acme", note: "It <b>spams</b>." });
  const { html } = await page.get("/operator");
  assert.match(html, /href="\/collectives\/acme">@acme<\/a>/);
  assert.match(html, /It &lt;b&gt;spams/);
  assert.match(html, /name="collective" value="acme"[^]{0,80}value="unsuspend"/);
  const lifted = await page.post("/operator", { act: "unsuspend", collective: "acme" });
  assert.equal(lifted.location, "/operator?done=unsuspend");
  assert.match((await page.get("/operator")).html, /No collective is suspended/);
  assert.equal((await visitor(registry).get("/operator")).location?.split("?")[0], "/sign-in");
});
