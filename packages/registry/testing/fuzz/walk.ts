import { DEFAULT_RULE } from "@svc/core/approval";
import { collectiveOf } from "@svc/core/name";
import { fromBase32 } from "../../features/factor/testing.ts";
import { codeAt } from "../../features/factor/totp.ts";
import { authenticator } from "../../features/passkey/testing.ts";
import type { Person } from "../../features/identity/testing.ts";

/** Where the registry says it is: browsers take passkeys there. */
export const ORIGIN = "http://registry.localhost";

/** Sends one described operation, checks its answer, and gives the body. */
export type Send = (
  operation: string,
  places: Record<string, string>,
  body: unknown,
  headers: Record<string, string>,
  // deno-lint-ignore no-explicit-any -- the walk reads the fields it needs next
) => Promise<any>;

/** Who and what the walk needs. */
export interface Walker {
  ada: Person;
  bob: Person;
  /** Does nothing. */
  cass: Person;
  /** Has the operator's mark, and a session that is proved. */
  oscar: Person;
  /** What the registry's clock says. */
  now: Date;
  /** An extension with one beta version, of a collective that ada owns. */
  name: string;
  version: string;
  /** An OAuth application of that collective. */
  clientId: string;
  /** The identity token of a CI job, whose issuer is trusted. */
  identityToken(): Promise<string>;
  /** Lets a job of the publisher's place come along under another name. */
  rename(publisherId: string, names: Record<string, string>): Promise<void>;
  /** Headers of a token of that collective that holds every scope. */
  robot: Record<string, string>;
}

/**
 * The lives of a collective, its people, tokens and extension from beginning to end: successes that
 * need one another in order, which no requests made up one by one come upon.
 */
export async function walk(send: Send, walker: Walker): Promise<void> {
  const { ada, bob, cass, oscar, name, version, clientId, robot } = walker;
  const origin = ORIGIN;
  const own = { cookie: ada.cookie, origin };
  const bobs = { cookie: bob.cookie, origin };
  const at = { slug: "walk" };
  const C = "/api/v1/collectives/{slug}";

  await send("POST /api/v1/collectives/create", {}, { slug: "walk" }, own);
  await send(`GET ${C}/extensions`, at, undefined, own);
  await send(`PUT ${C}/second-factor`, at, { required: false }, own);
  await send(`PUT ${C}/approval`, at, { ...DEFAULT_RULE, count: 1 }, own);
  const invite = async (role = "member") =>
    (await send(`POST ${C}/invite`, at, { username: "bob", role }, own)).invitation.id as string;
  await send(`POST ${C}/cancel-invite`, at, { invitationId: await invite() }, own);
  const answer = "POST /api/v1/invitations/{invitationId}";
  await send(`${answer}/decline`, { invitationId: await invite() }, undefined, bobs);
  await send(`${answer}/accept`, { invitationId: await invite() }, undefined, bobs);
  const { members } = await send(`GET ${C}/members`, at, undefined, own);
  const memberId = members.find((each: { username: string }) => each.username === "bob").id;
  await send(`PATCH ${C}/members/{memberId}`, { ...at, memberId }, { role: "admin" }, own);
  await send(`DELETE ${C}/members/{memberId}`, { ...at, memberId }, undefined, own);
  await send(`${answer}/accept`, { invitationId: await invite() }, undefined, bobs);
  await send(`POST ${C}/leave`, at, undefined, bobs);

  const { token } = await send(
    `POST ${C}/api-tokens`,
    at,
    { name: "t", scopes: ["lab:read"] },
    own,
  );
  await send(
    `PATCH ${C}/api-tokens/{tokenId}`,
    { ...at, tokenId: token.id },
    { enabled: false },
    own,
  );
  await send(`DELETE ${C}/api-tokens/{tokenId}`, { ...at, tokenId: token.id }, undefined, own);

  const { signingKey } = await send(
    `POST ${C}/signing-keys`,
    at,
    { name: "vault", publicKey: "MCowBQYDK2VwAyEAt8rlp1knGwjfbcXAYPYAkn0XiLz1x8O4t0YkEhie244=" },
    own,
  );
  await send(`DELETE ${C}/signing-keys/{keyId}`, { ...at, keyId: signingKey.id }, undefined, own);

  const P = `${C}/publishers`;
  const { publisher } = await send(`POST ${P}`, at, {
    extension: "@walk/x",
    provider: "github",
    names: { repository: "acme/greeter" },
    workflow: "release.yml",
  }, own);
  const exchanged = await send("POST /api/v1/publishing/exchange", {}, {
    token: await walker.identityToken(),
  }, {});
  await send("DELETE /api/v1/publishing/token", {}, undefined, {
    authorization: `Bearer ${exchanged.token}`,
  });
  // One of the same ids, under another name.
  await walker.rename(publisher.id, { repository: "acme/renamed" });
  const its = { ...at, publisherId: publisher.id };
  await send(
    `POST ${P}/{publisherId}/confirm`,
    its,
    { names: { repository: "acme/renamed" } },
    own,
  );
  await send(`DELETE ${P}/{publisherId}`, its, undefined, own);

  const key = await send("POST /api/auth/api-key/create", {}, { name: "walk" }, own);
  await send("POST /api/v1/auth/exchange", {}, undefined, { authorization: `Bearer ${key.key}` });
  await send("POST /api/auth/api-key/update", {}, { keyId: key.id, name: "walked" }, own);
  await send("POST /api/auth/api-key/delete", {}, { keyId: key.id }, own);
  const A = "/api/v1/account";
  await send(`POST ${A}/proofs`, {}, { password: ada.password }, own);
  const totp = await send(`POST ${A}/totp`, {}, undefined, own);
  const code = codeAt(fromBase32(totp.secret), Math.floor(walker.now.getTime() / 30_000));
  await send(`POST ${A}/totp/confirm`, {}, { offer: totp.offer, code }, own);
  await send(`POST ${A}/recovery-codes`, {}, undefined, own);
  const device = authenticator(origin);
  const created = await send(`POST ${A}/passkeys/options`, {}, undefined, own);
  const { passkey } = await send(`POST ${A}/passkeys`, {}, {
    challengeId: created.challengeId,
    response: device.create(created.options),
  }, own);
  const asked = await send(`POST ${A}/proofs/options`, {}, undefined, own);
  await send(`POST ${A}/proofs`, {}, {
    challengeId: asked.challengeId,
    response: device.sign(asked.options),
  }, own);
  await send(`GET ${A}/passkeys`, {}, undefined, own);
  const passkeyId = passkey.id;
  await send(`PATCH ${A}/passkeys/{passkeyId}`, { passkeyId }, { name: "Phone" }, own);
  await send(`DELETE ${A}/passkeys/{passkeyId}`, { passkeyId }, undefined, own);
  await send(`DELETE ${A}/totp`, {}, undefined, own);

  // Of bob, who does nothing else after it: it ends his sessions.
  const { sessions } = await send(`GET ${A}/sessions`, {}, undefined, own);
  const { id: sessionId } = sessions.find((each: { current: boolean }) => !each.current);
  await send(`DELETE ${A}/sessions/{sessionId}`, { sessionId }, undefined, own);
  await send(`DELETE ${A}/sessions`, {}, undefined, own);
  const bobsApp = await send(`POST ${A}/totp`, {}, undefined, bobs);
  const bobsCode = codeAt(fromBase32(bobsApp.secret), Math.floor(walker.now.getTime() / 30_000));
  const { recoveryCodes } = await send(
    `POST ${A}/totp/confirm`,
    {},
    { offer: bobsApp.offer, code: bobsCode },
    bobs,
  );
  await send(`POST ${A}/proofs`, {}, { code: recoveryCodes[0] }, bobs);
  const undo = () => send(`DELETE ${A}/hold`, {}, undefined, bobs);

  const leaked = await send("POST /api/auth/api-key/create", {}, { name: "leaked" }, own);
  await send("POST /api/v1/leaks", {}, [{ token: leaked.key }], {});

  const { post } = await send("POST /api/v1/feed", {}, { body: "News" }, own);
  await send("DELETE /api/v1/feed/{postId}", { postId: post.id }, undefined, own);
  const { notifications } = await send("GET /api/v1/notifications", {}, undefined, own);
  const notificationId = notifications[0].id;
  await send(
    "PATCH /api/v1/notifications/{notificationId}",
    { notificationId },
    { read: true },
    own,
  );

  const told = { extension: name, version, category: "spam", text: "It\nadvertises." };
  const { report } = await send("POST /api/v1/reports", {}, told, bobs);
  const operator = { cookie: oscar.cookie, origin };
  const O = "/api/v1/admin";
  await send(`GET ${O}/overview`, {}, undefined, operator);
  const number = String(report.number);
  await send(`POST ${O}/reports/{number}/close`, { number }, { note: "It stays." }, operator);

  for (const act of ["refuse", "grant"]) {
    const claim = { name: `orchid-${act}`, grounds: "It\nis ours." };
    const { number } = await send("POST /api/v1/claims", {}, claim, bobs);
    await send(
      `POST ${O}/claims/{number}/${act}`,
      { number: String(number) },
      { note: "We\nlooked." },
      operator,
    );
  }
  const taken = { name: "orchid-back", grounds: "It\nis ours." };
  const { number: third } = await send("POST /api/v1/claims", {}, taken, bobs);
  await send("DELETE /api/v1/claims/{number}", { number: String(third) }, undefined, bobs);
  await send("GET /api/v1/claims", {}, undefined, bobs);

  const one = { extension: name, version };
  const why = { category: "malware", note: "It looks\nodd." };
  await send(`POST ${O}/quarantine`, {}, { ...one, ...why }, operator);
  await send(`POST ${O}/release`, {}, one, operator);
  await send(`POST ${O}/takedown`, {}, { ...one, ...why }, operator);
  await send(`POST ${O}/reinstate`, {}, one, operator);
  await send(`POST ${O}/suspend`, {}, { collective: "walk", note: "It looks odd." }, operator);
  await send(`POST ${O}/unsuspend`, {}, { collective: "walk" }, operator);
  await send(
    `POST ${O}/disable`,
    {},
    { username: cass.username, note: "It looks\nodd." },
    operator,
  );
  await send(`POST ${O}/enable`, {}, { username: cass.username }, operator);
  await undo();

  const E = "/api/v1/extensions/{name}";
  const reason = { reason: "A walk" };
  await send(`POST ${E}/promote`, { name }, { version, toChannel: "stable" }, own);
  await send(`POST ${E}/rescore`, { name }, undefined, own);
  await send(`POST ${E}@{version}/yank`, { name, version }, reason, own);
  await send(`POST ${E}@{version}/unyank`, { name, version }, undefined, own);
  await send(`POST ${E}/yank`, { name }, reason, own);
  await send(`POST ${E}/unyank`, { name }, undefined, own);
  await send(`POST ${E}/deprecate`, { name }, reason, own);
  await send(`POST ${E}/undeprecate`, { name }, undefined, own);

  const offered = { to: "walk" };
  await send(`POST ${E}/transfer`, { name }, offered, own);
  await send(`DELETE ${E}/transfer`, { name }, undefined, own);
  await send(`POST ${E}/transfer`, { name }, offered, own);
  await send(`GET ${C}/transfers`, at, undefined, own);
  await send(`POST ${C}/transfers/accept`, at, { extension: name }, own);
  // And back, for what comes after.
  const home = { slug: collectiveOf(name) };
  const moved = name.replace(home.slug, "walk");
  await send(`POST ${E}/transfer`, { name: moved }, { to: home.slug }, own);
  await send(`POST ${C}/transfers/accept`, home, { extension: moved }, own);

  await send("PUT /api/v1/serve/instances", {}, {
    oauthClientId: clientId,
    instanceId: crypto.randomUUID(),
    collectiveSlugs: ["acme"],
    hostname: "build-1",
    version: "1.0.0",
    deploymentMode: "local",
  }, robot);
  const oauthClientId = clientId;
  await send(
    "PUT /api/v1/serve/instances/{oauthClientId}/heartbeat",
    { oauthClientId },
    undefined,
    robot,
  );
  await send("DELETE /api/v1/oauth/applications/{clientId}", { clientId }, undefined, robot);

  await send(`POST ${C}/delete`, at, undefined, own);
}
