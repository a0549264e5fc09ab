import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { assertUncommon } from "./rule.ts";

/** Passwords, each with what is said about it; undefined for a good one. */
const TABLE: [string, RegExp | undefined][] = [
  ["aaaaaaaa", /at least 5 different|most common/],
  ["        ", /at least 5 different|most common/],
  ["\t\u00a0\u2003\u200b \u3000\ufeff\u0000", /at least 5 different|most common/],
  ["a               b", /at least 5 different|most common/],
  ["AaAaAaAa", /at least 5 different|most common/],
  ["\u{1f511}".repeat(8), /at least 5 different|most common/],
  ["abababab", /at least 5 different|most common/],
  ["12341234", /at least 5 different|most common/],
  ["12344321".repeat(16), /at least 5 different|most common/],
  ["abcdefgh", /a sequence of|most common/],
  ["hgfedcba", /a sequence of|most common/],
  ["a b c d e f g h", /a sequence of|most common/],
  ["890123456", /a sequence of|most common/],
  ["98765432109876", /a sequence of|most common/],
  ["0123456789".repeat(12), /a sequence of|most common/],
  ["QWERTYUIOPASDF", /a sequence of|most common/],
  ["qwertzuiop", /a sequence of|most common/],
  ["mnbvcxzlkj", /a sequence of|most common/],
  ["\uff41\uff42\uff43\uff44\uff45\uff46\uff47\uff48", /a sequence of|most common/],
  ["iloveyou", /most common/],
  ["ada's long password", undefined],
  ["correct horse battery", undefined],
  ["k7#Vq2!x", undefined],
  ["abcdefghx", undefined],
  ["\u6b63\u78ba\u306a\u99ac\u306e\u96fb\u6c60\u91dd", undefined],
];

Deno.test("a password of one repeated character, of white space or of a row is refused, and says why", async () => {
  for (const [password, why] of TABLE) {
    const found = await assertUncommon(password, "password").then(
      () => undefined,
      (error) => error,
    );
    assert.equal(found !== undefined, why !== undefined, JSON.stringify(password));
    if (why) assert.ok(isSvcError(found) && why.test(found.message), `${password}: ${found}`);
  }
});
