import assert from "node:assert/strict";
import type { IndexedExtension } from "./document.ts";
import { memoryIndex } from "./index.ts";
import type { IndexAnswer, IndexRequest } from "./request.ts";
import { extension, REQUEST } from "./testing.ts";

/** An index of some extensions, and what it answers by name. */
function indexed(...extensions: IndexedExtension[]) {
  const index = memoryIndex();
  extensions.forEach(index.put);
  const names = new Map(extensions.map(({ number, name }) => [number, name]));
  const search = (text: string, more: Partial<IndexRequest> = {}): IndexAnswer =>
    index.search({ ...REQUEST, text, ...more });
  const find = (text: string, more: Partial<IndexRequest> = {}) =>
    search(text, more).numbers.map((number) => names.get(number)!);
  return { index, search, find };
}

Deno.test("relevance: the name, its end, all of it, with labels, beginnings, elsewhere; deprecated after their like", () => {
  const { find } = indexed(
    extension(1, "@other/x", { description: "does deploying and deploy" }),
    extension(2, "@other/deployment"),
    extension(3, "@other/y", { labels: ["deploy"] }),
    extension(4, "@other/auto-deploy"),
    extension(5, "@other/deploy", { deprecated: true }),
    extension(6, "@more/deploy", { pulls: 3 }),
    extension(7, "@rest/deploy", { pulls: 9 }),
    extension(8, "@rest/z", { contents: ["deployAll"] }),
  );
  assert.deepEqual(find("deploy"), [
    "@rest/deploy",
    "@more/deploy",
    "@other/deploy",
    "@other/auto-deploy",
    "@other/y",
    "@other/deployment",
    "@other/x",
    "@rest/z",
  ]);
  assert.equal(find("@other/deploy")[0], "@other/deploy");
  assert.equal(find("other/deploy")[0], "@other/deploy");
  assert.deepEqual(find("deploy", { limit: 2, offset: 1 }), ["@more/deploy", "@other/deploy"]);
  assert.deepEqual(find("", { sort: "pulls", limit: 2 }), ["@rest/deploy", "@more/deploy"]);
});

Deno.test("a typing error is corrected only where nothing has the word, and never in short words or versions", () => {
  const { find, search } = indexed(
    extension(1, "@acme/github", { description: "issues" }),
    extension(2, "@acme/kubernetes"),
    extension(3, "@acme/aws"),
    extension(4, "@acme/k8s"),
    extension(5, "@acme/githb-mirror"),
    extension(6, "@acme/v2026"),
  );
  assert.equal(search("kuberntes").corrected, "kubernetes");
  assert.equal(search("kubernetse").corrected, "kubernetes");
  assert.deepEqual(find("kubrentes"), ["@acme/kubernetes"]);
  assert.equal(search("gihtub issues").corrected, "github issues");
  assert.deepEqual(find("githb"), ["@acme/githb-mirror"], "what has the word as typed");
  assert.equal(search("githb").corrected, undefined);
  for (const text of ["asw", "k9s", "v2027", "kxbxrnxtes", "gi"]) {
    assert.deepEqual([text, search(text).corrected], [text, undefined]);
  }
  assert.deepEqual(find("kuberntes", { correct: false }), []);
  assert.deepEqual(search("kubernetes nowhere cluster").corrected, undefined);
  assert.equal(search("kubernetes acme nowhere").corrected, "kubernetes acme");
});

Deno.test("what is hidden leaves no trace: hits, totals, facets, corrections, order", () => {
  const open = [
    extension(1, "@acme/lantern", { labels: ["light"] }),
    extension(2, "@acme/candle", { labels: ["light"] }),
  ];
  const secret = {
    hidden: true,
    labels: ["secretlabel"],
    platforms: ["secretos"],
    description: "skunkworks lanterm",
    contents: ["launchRocket"],
  };
  const hidden = Array.from(
    { length: 5 },
    (_, n) => extension(10 + n, `@secret/rocket-${n}`, { ...secret, collectiveId: "s" }),
  );
  const gone = extension(20, "@acme/bonfire", { gone: true, labels: ["light", "fire"] });
  const beta = extension(21, "@acme/torch", { channels: ["beta"] });
  const without = indexed(...open);
  const withThem = indexed(...open, ...hidden, gone, beta);
  const narrowed = (label: string) => ({ narrowed: { ...REQUEST.narrowed, label: [label] } });
  const requests: [string, Partial<IndexRequest>][] = [
    ...["", "rocket", "rockte", "roc", "@secret/", "@secrt/rocket", "skunkworks", "skunkwroks"],
    ...[
      "lanterm",
      "secretlabel",
      "launch",
      "light",
      "bonfire",
      "bonfrie",
      "torch",
      "lantern rocket",
    ],
    ...["light lantern rocket", "acme light skunkworks"],
  ].map((text) => [text, {}]);
  for (
    const [text, more] of [...requests, ["", narrowed("secretlabel")], ["", narrowed("light")]]
  ) {
    for (const collectives of [[], ["other"], ["acme"]]) {
      const asked = { ...(more as Partial<IndexRequest>), facets: true, collectives };
      assert.deepEqual(
        withThem.search(text as string, asked),
        without.search(text as string, asked),
        `'${text}'`,
      );
    }
  }
  assert.equal(withThem.search("rocket", { collectives: ["s"] }).total, 5);
  assert.equal(withThem.search("rockte", { collectives: ["s"] }).corrected, "rocket");
  assert.equal(withThem.search("lanterm", { collectives: [] }).corrected, "lantern");
  assert.equal(withThem.search("lanterm", { collectives: ["s"] }).corrected, undefined);
});

Deno.test("no text that somebody types or publishes breaks a search", () => {
  const hostile = [
    ...['"', "a OR b", "name:*", "NEAR(a b)", "one AND (", "';--", "*", "^one", "{one}", "\\", "%"],
    "\0",
    "\u0001\u0007\u001b[31m",
    "e\u0301".normalize("NFD"),
    "Z\u0351\u036b\u0343a\u0328".repeat(40),
    "\u0e33\u0e49".repeat(50),
    "🦕🦀🚀",
    "👩‍👩‍👧‍👦",
    "\u202eabc\u2066def",
    "שלום עולם",
    "東京都庁",
    "ｆｕｌｌｗｉｄｔｈ",
    "\ud800 lone \udc00",
    "x".repeat(100_000),
    Array.from({ length: 10_000 }, (_, n) => `word${n}`).join(" "),
    "constructor __proto__ toString hasOwnProperty",
    "@",
    "@/",
    "@@@///",
    "@acme",
    " \t\n ",
  ];
  const { search, index } = indexed(
    ...hostile.map((text, n) =>
      extension(n + 1, `@acme/e${n}`, { description: text, labels: [text], contents: [text] })
    ),
  );
  for (const text of hostile) {
    const { total, numbers } = search(text, { facets: true });
    assert.ok(numbers.length <= 20 && total <= hostile.length, text.slice(0, 20));
  }
  for (const n of [13, 19, 20, 21]) {
    const text = hostile[n]!;
    assert.ok(search(text).numbers.includes(n + 1), `${text} is found by itself`);
  }
  assert.deepEqual(search("🦕").numbers, [], "no word, no hit");
  assert.equal(search("fullwidth").total, 1);
  assert.equal(search("toString").total, 1);
  index.put(extension(500, "@acme/e500"));
});

Deno.test("scripts without spaces are found by any part of a text", () => {
  const { find } = indexed(
    extension(1, "@jp/tenki", { description: "東京の天気予報を毎朝通知する" }),
    extension(2, "@kr/backup", { description: "데이터베이스 백업" }),
    extension(3, "@cn/rizhi", { description: "日志分析" }),
  );
  for (const text of ["天気", "天気予報", "予報", "報", "通知"]) {
    assert.deepEqual(find(text), ["@jp/tenki"], text);
  }
  assert.deepEqual(find("베이스"), ["@kr/backup"]);
  assert.deepEqual(find("日志 分析"), ["@cn/rizhi"]);
  assert.deepEqual(find("気天"), []);
});

Deno.test("an extension is found by its newest text alone, however often it changes", () => {
  const { index, search } = indexed(extension(1, "@acme/still", { description: "constant" }));
  for (let n = 0; n < 4_500; n++) {
    index.put(extension(2 + n % 3, `@acme/moving-${n % 3}`, { description: `text${n} moving` }));
  }
  assert.deepEqual(search("constant").numbers, [1]);
  assert.equal(search("moving").total, 3);
  assert.deepEqual(search("text4499").numbers, [2 + 4499 % 3]);
  assert.deepEqual(search("text4400", { correct: false }).numbers, []);
  assert.equal(search("").total, 4);
  index.put(extension(2, "@acme/moving-0", { description: "text4497 moving", gone: true }));
  assert.equal(search("").total, 3);
});

Deno.test("the first of many hits are the same as of all hits in order, on any page", () => {
  const { find } = indexed(
    ...Array.from(
      { length: 300 },
      (_, n) => extension(n + 1, `@acme/tool-${n}`, { pulls: n * 7919 % 41, score: n * 31 % 17 }),
    ),
  );
  for (const sort of ["relevance", "pulls", "score", "name", "new", "updated"] as const) {
    for (const text of ["", "tool"]) {
      const all = find(text, { sort, limit: 300 });
      for (const offset of [0, 20, 290, 300]) {
        const page = find(text, { sort, limit: 20, offset });
        assert.deepEqual(page, all.slice(offset, offset + 20), `${sort} '${text}' ${offset}`);
      }
    }
  }
});

Deno.test("an index may be warmed with nothing in it, and warming changes no answer", () => {
  const empty = memoryIndex();
  empty.warm();
  assert.equal(empty.search({ ...REQUEST, text: "" }).total, 0);
  const { index, search } = indexed(
    ...Array.from({ length: 50 }, (_, n) => extension(n + 1, `@acme/tool-${n}`, { pulls: n % 7 })),
  );
  const asked = ["tool", "to too", "tool 7", "toll"];
  const before = asked.map((text) => search(text, { facets: true }));
  index.warm();
  assert.deepEqual(asked.map((text) => search(text, { facets: true })), before);
});
