import assert from "node:assert/strict";
import { comparePublishers, isPublisher, type JobPublisher, publisherLines } from "./publisher.ts";

const JOB: JobPublisher = {
  issuer: "https://token.actions.githubusercontent.com",
  repository: "https://github.com/acme/greeter",
  repositoryId: "1001",
  ownerId: "2002",
  workflow: ".github/workflows/release.yml",
  identity: null,
};

Deno.test("a repository that moved with its ids is the same publisher under another name", () => {
  assert.equal(comparePublishers(JOB, { ...JOB }), "same");
  const moved = { ...JOB, repository: "https://github.com/acme/hello" };
  assert.equal(comparePublishers(JOB, moved), "renamed");
});

for (
  const [what, changed] of Object.entries(
    {
      issuer: "https://gitlab.com",
      repositoryId: "1002",
      ownerId: "2003",
      workflow: ".github/workflows/other.yml",
      identity: "x",
    } satisfies Partial<JobPublisher>,
  )
) {
  Deno.test(`attack: another ${what} is another publisher, whatever its name`, () => {
    assert.equal(comparePublishers(JOB, { ...JOB, [what]: changed }), "changed");
  });
}

Deno.test("attack: a statement that is gone, a key for a job, another key", () => {
  assert.equal(comparePublishers(JOB, undefined), "changed");
  assert.equal(comparePublishers(JOB, { key: "a" }), "changed");
  assert.equal(comparePublishers({ key: "a" }, JOB), "changed");
  assert.equal(comparePublishers({ key: "a" }, { key: "b" }), "changed");
  assert.equal(comparePublishers({ key: "a" }, { key: "a" }), "same");
  assert.equal(comparePublishers(undefined, undefined), "same");
});

Deno.test("what is no publisher is not read as one", () => {
  assert.ok(isPublisher(JOB) && isPublisher({ key: "a" }));
  for (
    const wrong of [null, [], {}, { key: 1 }, { ...JOB, key: "a" }, { ...JOB, issuer: null }, {
      ...JOB,
      repositoryId: null,
    }]
  ) assert.ok(!isPublisher(wrong), JSON.stringify(wrong));
});

Deno.test("attack: a lockfile does not write the lines that it is compared with", () => {
  const more = "acme/greeter\n  now     repository  acme/greeter";
  for (const name of ["issuer", "repository", "workflow", "identity"]) {
    assert.ok(!isPublisher({ ...JOB, [name]: more }), name);
  }
  assert.ok(!isPublisher({ key: more }));
});

Deno.test("each publisher is told in lines, also nobody", () => {
  assert.match(publisherLines(JOB).join("\n"), /acme\/greeter \(id 1001, owner 2002\)/);
  assert.match(publisherLines(undefined).join(), /without a statement/);
  assert.match(publisherLines({ key: "abc" }).join(), /abc/);
});
