import assert from "node:assert/strict";
import { svc } from "../../testing/host.ts";
import { listeningRegistry, loggedIn } from "../../testing/registry.ts";

Deno.test("an issue is submitted, read, commented on, closed and reopened", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const made = await ada.svc(["issue", "submit", "--title", "Pull fails", "--json"], {
    stdin: "Behind a proxy.\n",
  });
  assert.equal(made.exit, 0, made.stderr);
  const issue = JSON.parse(made.stdout);
  assert.equal(issue.type, "bug");
  assert.equal(issue.url, `${on.url}/lab/${issue.number}`);

  const number = String(issue.number);
  const ripple = await ada.svc(
    ["issue", "ripple", number, "--body", "Seen here too.", "--close", "--json"],
  );
  assert.equal(ripple.exit, 0, ripple.stderr);
  const { commentId, statusChanged } = JSON.parse(ripple.stdout);
  assert.ok(commentId.length > 0);
  assert.equal(statusChanged, "closed");

  const shown = await ada.svc(["issue", "get", `#${number}`, "--json"]);
  const { title, body, status, author, commentCount, comments } = JSON.parse(shown.stdout);
  assert.deepEqual([title, body, status, author, commentCount], [
    "Pull fails",
    "Behind a proxy.",
    "closed",
    "ada",
    1,
  ]);
  assert.equal(comments[0].body, "Seen here too.");

  const text = (await ada.svc(["issue", "get", number, "--verbose"])).stdout;
  assert.match(text, new RegExp(`^#${number} Pull fails\nbug · closed · by ada · 1 comment\n`));
  assert.match(text, /Seen here too\./);
  const reopened = await ada.svc(["issue", "comment", number, "-b", "Still.", "--reopen"]);
  assert.match(reopened.stdout, /and reopened it\./);
});

Deno.test("a security issue is not there for anybody else", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await using eve = await loggedIn(on, "eve");
  const made = await ada.svc([
    ..."issue submit --type security --title Leak --body Token-in-log --json".split(" "),
  ]);
  const { number } = JSON.parse(made.stdout);
  assert.equal((await ada.svc(["issue", "get", String(number)])).exit, 0);
  const refused = await eve.svc(["issue", "get", String(number), "--json"]);
  assert.equal(refused.exit, 1);
  assert.equal(JSON.parse(refused.stderr).code, "not_found");
});

Deno.test("a comment whose change of state is refused is told as half done, with exit 1", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await using eve = await loggedIn(on, "eve");
  const made = await ada.svc("issue submit --title Open --body text --json".split(" "));
  const { number } = JSON.parse(made.stdout);
  const ripple = await eve.svc(
    ["issue", "ripple", String(number), "--body", "Close it!", "--close", "--json"],
  );
  assert.equal(ripple.exit, 1);
  const { commentId, statusChanged, statusError } = JSON.parse(ripple.stdout);
  assert.ok(commentId);
  assert.equal(statusChanged, undefined);
  assert.ok(statusError.length > 0);
});

Deno.test("what is not a number, an empty text and no login are refused before anything is sent", async () => {
  const env = { HOME: "/nonexistent" };
  for (const number of ["0", "-1", "x", "1e3", "1.5"]) {
    const { exit, stderr } = await svc(["issue", "get", "--json", "--", number], { env });
    assert.equal(exit, 1, number);
    const { error, hint } = JSON.parse(stderr);
    assert.match(error, /is not the number of an issue/);
    assert.match(hint, /for example 12/);
  }
  assert.equal((await svc("issue submit --title x --body y".split(" "), { env })).exit, 4);
  const both = await svc("issue ripple 1 --close --reopen --body x --json".split(" "), { env });
  assert.match(JSON.parse(both.stderr).error, /cannot be used together/);
});

Deno.test("an issue is submitted about a collective or an extension, and refused by name when there is none", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  const submit = (line: string) =>
    ada.svc(["issue", "submit", "-t", "Slow", "-b", "Very", ...line.split(" ")]);
  const made = await submit("--collective @ada");
  assert.equal(made.stdout, `Submitted bug #1 about ada: Slow\n${on.url}/lab/1\n`);
  const list = async (line: string) => {
    const argv = ["issue", "list", "--json", ...line.split(" ").filter((word) => word !== "")];
    const { issues } = JSON.parse((await ada.svc(argv)).stdout);
    return issues.map(({ number }: { number: number }) => number);
  };
  assert.deepEqual(await list("--collective ada"), [1]);
  assert.deepEqual(await list("--state closed"), []);
  assert.deepEqual(await list("--status open --type bug --search slow"), [1]);
  assert.deepEqual(await list("--assignee ada"), []);
  assert.equal((await ada.svc(["issue", "list", "--limit", "0"])).exit, 2);
  assert.match((await ada.svc(["issue", "get", "1"])).stdout, /· by ada · about ada · 0 comments/);
  const absent = JSON.parse((await submit("--extension @ada/none --json")).stderr);
  assert.deepEqual([absent.code, absent.error], [
    "not_found",
    "There is no extension '@ada/none' here",
  ]);
  assert.equal((await submit("--extension @ada/none --collective ada")).exit, 2);
  assert.match((await submit("--extension nonsense")).stderr, /Give it as @collective\/name/);
});
