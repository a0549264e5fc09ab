import assert from "node:assert/strict";
import { notesOf, refusalOf } from "./entry.ts";

const CHANGELOG = `# Changelog

## [Unreleased]

- What is to come

## [2027.1.31] - 2027-01-31

### Added

- A thing

## [2027.1.3] - 2027-01-03
## [2027.1.2] - soon

- Another
`;

Deno.test("the notes of a version are its entry, up to the next one", () => {
  assert.equal(notesOf(CHANGELOG, "2027.1.31"), "### Added\n\n- A thing\n");
  for (const without of ["2027.1.3", "2027.1.2", "2027.1.1", "Unreleased"]) {
    assert.equal(notesOf(CHANGELOG, without), undefined, without);
  }
});

Deno.test("a release is refused for each thing that is wrong, with what to do", () => {
  const good = {
    version: "2027.1.31",
    packaged: "2027.1.31",
    said: "2027.1.31",
    changelog: CHANGELOG,
    changes: "",
  };
  assert.equal(refusalOf(good), undefined);
  const cases: [Partial<typeof good>, RegExp][] = [
    [{ version: "" }, /is not a version: write the day/],
    [{ version: "v2027.1.31" }, /is not a version/],
    [{ packaged: "2027.1.3" }, /package\.json has version 2027\.1\.3, not 2027\.1\.31/],
    [{ said: "2027.1.3" }, /version\.ts has 2027\.1\.3: change it to 2027\.1\.31/],
    [{ version: "2027.1.3", packaged: "2027.1.3", said: "2027.1.3" }, /CHANGELOG\.md has no entry/],
    [{ changes: " M README.md\n" }, /not committed:\n M README\.md$/],
  ];
  for (const [wrong, why] of cases) assert.match(refusalOf({ ...good, ...wrong })!, why);
});
