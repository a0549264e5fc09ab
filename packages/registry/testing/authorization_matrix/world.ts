import assert from "node:assert/strict";
import { published } from "../extensions/push.ts";
import {
  collective,
  join,
  memberId,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../../features/identity/testing.ts";
import { makeOperator } from "../operator.ts";
import type { TestRegistry } from "../../testing.ts";
import {
  type Caller,
  deadTokensOf,
  endedWaysOf,
  garbageCallers,
  publishKeysOf,
  tokensOf,
  waysOf,
} from "./caller.ts";
import type { About, MemberRole } from "./row.ts";

export const PUBLIC = "acme";
export const PRIVATE = "hidden-club";
const ABSENT = "no-such-one";
const DELETED = "gone-club";

/** How an issue is kept from some eyes (reference wire 1.6; spec §2.4 hideIssuesByDefault). */
export type IssueKind = "open" | "private" | "security" | "hidden";

/** One thing a row's placeholder may stand for. */
export interface Target {
  /** What replaces the placeholder. */
  value: string;
  /** The collective it names or belongs to. */
  of: string;
  there: boolean;
  issue?: IssueKind;
}

/** Everything a case needs: who calls, and what is called for. */
export interface World {
  callers: readonly Caller[];
  targets: Readonly<Record<About, readonly Target[]>>;
  /** Somebody else's post in the feed. */
  post: string;
}

/** Builds the world over HTTP: two collectives alike but for who may see them, and what is gone. */
export async function createWorld(registry: TestRegistry): Promise<World> {
  const owner = await signUp(registry, "olga");
  const author = await signUp(registry, "ann");
  const former = await signUp(registry, "fred");
  const invited = await signUp(registry, "ivan");
  const people: [Person, MemberRole, string][] = [
    [owner, "owner", "owner"],
    [await signUp(registry, "adam"), "admin", "admin"],
    [await signUp(registry, "mary"), "member", "member"],
    [await signUp(registry, "zoe"), undefined, "outsider"],
    [former, undefined, "former member"],
    [invited, undefined, "invited person"],
  ];
  const callers: Caller[] = [{ name: "anonymous", sending: {}, kind: "none" }];
  // No caller: so that no caller can repeat a push of their own.
  const { key } = await personalKey(registry, author);
  for (const [slug, settings] of [[PUBLIC, {}], [PRIVATE, { private: true }]] as const) {
    await collective(registry, owner, slug, settings);
    for (const [person, role] of people) {
      if (role === "admin" || role === "member") await join(registry, owner, slug, person, role);
    }
    await join(registry, owner, slug, author);
    await join(registry, owner, slug, former, "admin");
    const id = await memberId(registry, owner, slug, former);
    await ok(
      send(registry, `DELETE /api/v1/collectives/${slug}/members/${id}`, { cookie: owner.cookie }),
    );
    await ok(send(registry, `POST /api/v1/collectives/${slug}/invite`, {
      cookie: owner.cookie,
      body: { username: invited.username, role: "admin" },
    }));
    callers.push(...await tokensOf(registry, owner, slug));
    callers.push(...await deadTokensOf(registry, owner, slug));
    await published(registry, key, { name: `@${slug}/hello` });
    callers.push(...await publishKeysOf(registry, `@${slug}/hello`));
  }
  for (const [person, role, who] of people) {
    callers.push(...await waysOf(registry, person, role, who, role === "owner"));
  }
  const operator = await signUp(registry, "oscar");
  await makeOperator(registry, operator);
  const operates = await waysOf(registry, operator, undefined, "operator", true);
  callers.push(...operates.map((caller) => ({ ...caller, operator: true as const })));
  callers.push(...await endedWaysOf(registry, owner), ...garbageCallers());
  callers.push(await tokenOfDeleted(registry, owner));
  const post = await ok(send(registry, "POST /api/v1/feed", {
    cookie: author.cookie,
    body: { body: "Hello" },
  }));
  return {
    callers,
    post: post.post.id,
    targets: {
      collective: collectives,
      mention: collectives,
      extension: [
        { value: `@${PUBLIC}/hello`, of: PUBLIC, there: true },
        { value: `@${PRIVATE}/hello`, of: PRIVATE, there: true },
        { value: `@${PUBLIC}/none`, of: PUBLIC, there: false },
        { value: `@${PRIVATE}/none`, of: PRIVATE, there: false },
        { value: `@${ABSENT}/hello`, of: ABSENT, there: false },
        { value: `@${DELETED}/none`, of: DELETED, there: false },
      ],
      issue: await issues(registry, owner, author),
    },
  };
}

const collectives: readonly Target[] = [
  { value: PUBLIC, of: PUBLIC, there: true },
  { value: PRIVATE, of: PRIVATE, there: true },
  { value: ABSENT, of: ABSENT, there: false },
  { value: DELETED, of: DELETED, there: false },
];

async function tokenOfDeleted(registry: TestRegistry, owner: Person): Promise<Caller> {
  await collective(registry, owner, DELETED);
  const { key: dead } = await token(registry, owner, DELETED, ["collective:*", "lab:*"]);
  await ok(send(registry, "GET /api/whoami", { bearer: dead }));
  await ok(send(registry, `POST /api/v1/collectives/${DELETED}/delete`, { cookie: owner.cookie }));
  return {
    name: "token of a deleted collective",
    sending: { bearer: dead },
    kind: "bad",
    code: "invalid_api_key",
  };
}

async function issues(
  registry: TestRegistry,
  owner: Person,
  author: Person,
): Promise<Target[]> {
  const open = async (issue: IssueKind, of: string, type = "bug"): Promise<Target> => {
    const made = await ok(send(registry, "POST /api/v1/lab/issues", {
      cookie: author.cookie,
      body: { type, title: `An issue: ${issue}`, collective: of },
    }));
    return { value: String(made.issue.number), of, there: true, issue };
  };
  const targets = [
    await open("open", PUBLIC),
    await open("private", PRIVATE),
    await open("security", PUBLIC, "security"),
    await open("hidden", PUBLIC),
  ];
  await ok(send(registry, `PATCH /api/v1/lab/issues/${targets[3]!.value}`, {
    cookie: owner.cookie,
    body: { hidden: true },
  }));
  return [...targets, { value: "999999", of: ABSENT, there: false }];
}

async function ok(answer: ReturnType<typeof send>) {
  const { status, body } = await answer;
  assert.ok(status < 300, JSON.stringify(body));
  return body;
}
