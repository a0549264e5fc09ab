import type { Scorecard } from "@svc/core/wire";
import assert from "node:assert/strict";
import { renderDocument } from "../../../../platform/web/layout/render.ts";
import { FRAME, NOW, sampleInfo, sampleScorecard } from "../../../../testing/web/sample.ts";
import { ScorePage } from "./route.tsx";

function render(scorecard: Scorecard): Promise<string> {
  const view = { ...FRAME, info: sampleInfo(), role: undefined, now: NOW };
  return renderDocument(<ScorePage view={view} scorecard={scorecard} version="2026.11.20.3" />);
}

Deno.test("the ten factors stand with their points, each lost one with what to do and where", async () => {
  const html = await render(
    sampleScorecard({ "fast-check": "failed", "repository-verified": "notRun" }),
  );
  assert.equal(html.match(/<li class="factor"/g)?.length, 10);
  assert.match(html, /Score: 11 of 14 points/);
  const lost = html.slice(html.indexOf('id="factor-fast-check"'));
  assert.match(lost, /^[^]*?Not passed:[^]*?Give each export listed here an explicit type\./);
  assert.match(lost, /^[^]*?models\/insight\.ts:12/);
  const open = html.slice(html.indexOf('id="factor-repository-verified"'));
  assert.match(open, /^[^]*?Not checked yet:/);
  assert.match(html, /2 of 14 points could not be checked/);
  const checked = await render(sampleScorecard({ "fast-check": "failed" }));
  assert.doesNotMatch(checked, /could not be checked/);
});
