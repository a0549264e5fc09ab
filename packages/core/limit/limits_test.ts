import assert from "node:assert/strict";
import { LIMITS } from "./limits.ts";

Deno.test("the limits are those of spec §8", () => {
  assert.equal(LIMITS.tokensPerCollective, 25);
  assert.equal(LIMITS.trialDays, 30);
  assert.equal(LIMITS.repositoryVerificationDays, 7);
  assert.equal(LIMITS.auditedDependencies, 50);
  assert.equal(LIMITS.weeklyDownloadsWarning, 1000);
  assert.equal(LIMITS.staleMonths, 24);
  assert.equal(LIMITS.readmeSubstantiveCharacters, 500);
  assert.equal(LIMITS.readmeSubstantiveBlocks, 2);
  assert.equal(LIMITS.documentedSymbolsPercent, 80);
  assert.equal(LIMITS.readFileBytes, 1_000_000);
  assert.equal(LIMITS.trendingCount, 100);
});

Deno.test("the other limits are those of design §5, one by one", () => {
  const { archive, ...others } = LIMITS;
  assert.deepEqual(archive, {
    packedBytes: 50 * 1024 * 1024,
    inflatedBytes: 500 * 1024 * 1024,
    entries: 2_000,
    files: 500,
    skillFiles: 150,
    fileBytes: 1_000_000,
    descriptorBytes: 5_000_000,
    unpackedBytes: 10_000_000,
    pathBytes: 240,
  });
  assert.equal(others.oauthApplicationsPerOwner, 25);
  assert.equal(others.requestBodyBytes, 1_000_000);
  assert.deepEqual(others.json, { levels: 100, values: 100_000, messages: 50 });
  assert.equal(others.releaseNotesCharacters, 5000);
  assert.equal(others.labels, 20);
  assert.equal(others.keyNameCharacters, 32);
  assert.equal(others.tokenNameCharacters, 64);
  assert.equal(others.collectiveDescriptionCharacters, 500);
  assert.equal(others.commentCharacters, 65_536);
  assert.equal(others.uploadLifetimeMs, 900_000);
  assert.equal(others.exchangedSessionMs, 300_000);
  assert.equal(others.invitationDays, 7);
});
