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

Deno.test("the archive limits are those of design §5: 10 MB packed, 150 files, 1 MB a file, 10 MB unpacked", () => {
  const { packedBytes, files, fileBytes, unpackedBytes } = LIMITS.archive;
  assert.deepEqual([packedBytes, files, fileBytes, unpackedBytes], [
    10_000_000,
    150,
    1_000_000,
    10_000_000,
  ]);
});
