import assert from "node:assert/strict";
import type { CollectiveEntitlement, WhoamiPerson } from "@svc/core/wire";
import { whoamiJson, whoamiText } from "./whoami_text.ts";

const SERVER = "https://registry.example.org";
const TRIAL = {
  state: "active",
  startedAt: "2026-07-20T00:00:00Z",
  endsAt: "2026-08-19T00:00:00Z",
  dayNumber: 18,
  daysRemaining: 13,
  totalDays: 30,
} as const;

function person(
  entitlements: CollectiveEntitlement[],
  plan: NonNullable<WhoamiPerson["plan"]>,
): WhoamiPerson {
  return {
    authenticated: true,
    id: "u1",
    username: "ada",
    email: "ada@example.org",
    name: "Ada",
    plan,
    organizations: entitlements.map(({ slug }) => ({
      slug,
      name: slug,
      role: "owner",
      personal: false,
    })),
    collectiveEntitlements: entitlements,
  };
}

const lines = (whoami: WhoamiPerson) => whoamiText(SERVER, whoami).split("\n");

Deno.test("the text form is name, address and server, the plan, then a row per collective (spec 2.5)", () => {
  const whoami = person([
    { slug: "ada", plan: "free", planName: "Free", subscriptionStatus: null, trial: TRIAL },
    {
      slug: "acme-corp",
      plan: "team",
      planName: "Team",
      subscriptionStatus: "active",
      trial: TRIAL,
    },
  ], "team");
  assert.deepEqual(lines(whoami), [
    "ada (ada@example.org) on https://registry.example.org",
    "Plan: Team",
    "Collectives:",
    "  ada        Free  trial: 13 days left (ends 2026-08-19)",
    "  acme-corp  Team  active",
  ]);
});

Deno.test("a plain member of a paying collective sees neither billing nor a trial", () => {
  const whoami = person([{ slug: "acme", plan: "team", planName: "Team", trial: TRIAL }], "team");
  assert.equal(lines(whoami).at(-1), "  acme  Team");
});

Deno.test("a paying collective keeps its trial in JSON, where it shows none in text", () => {
  const whoami = person([
    { slug: "acme", plan: "team", planName: "Team", subscriptionStatus: "active", trial: TRIAL },
  ], "team");
  assert.doesNotMatch(whoamiText(SERVER, whoami), /trial/);
  assert.deepEqual(
    whoamiJson(SERVER, whoami)["collectiveEntitlements"],
    whoami.collectiveEntitlements,
  );
});

Deno.test("one day is a day, an unknown end is left out, a trial that is over says so", () => {
  const note = (trial: CollectiveEntitlement["trial"]) =>
    lines(person([{ slug: "a", plan: "free", planName: "Free", trial }], "free")).at(-1);
  assert.equal(
    note({ ...TRIAL, daysRemaining: 1, endsAt: null }),
    "  a  Free  trial: 1 day left",
  );
  assert.equal(note({ ...TRIAL, state: "expired", daysRemaining: 0 }), "  a  Free  trial expired");
  assert.equal(note({ ...TRIAL, state: "none" }), "  a  Free");
});

Deno.test("a server without entitlements, as one without plans, gets the one-line form (spec 2.5, 9.5)", () => {
  const { collectiveEntitlements: _, plan: __, ...old } = person([
    { slug: "a", plan: "free", planName: "Free", trial: TRIAL },
    { slug: "b", plan: "free", planName: "Free", trial: TRIAL },
  ], "free");
  assert.deepEqual(lines(old as WhoamiPerson).slice(1), ["Collectives: a, b"]);
  assert.ok(!("plan" in whoamiJson(SERVER, old as WhoamiPerson)));
});

Deno.test("a collective token's forms are the spec's, without id, username, email or name (spec 2.5)", () => {
  const token = {
    authenticated: true,
    collectiveToken: true,
    collectiveId: "c1",
    collectiveSlug: "acme",
    scopes: ["extensions:push", "lab:read"],
    expiresAt: "2027-01-01T00:00:00.000Z",
    organizations: [{ slug: "acme", name: "Acme", role: "token", personal: false }],
  } as const;
  const whoami = { ...token, scopes: [...token.scopes], organizations: [...token.organizations] };
  assert.equal(
    whoamiText(SERVER, whoami),
    "Collective token: acme on https://registry.example.org\n" +
      "Scopes: extensions:push, lab:read\nCollectives: acme",
  );
  assert.deepEqual(whoamiJson(SERVER, whoami), {
    authenticated: true,
    serverUrl: SERVER,
    collectiveToken: true,
    collectiveSlug: "acme",
    scopes: ["extensions:push", "lab:read"],
    collectives: ["acme"],
  });
});
