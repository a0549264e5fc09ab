import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** What the audit tells of one rule a page breaks. */
interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string }[];
}

const AXE = new URL(import.meta.resolve("axe-core/axe.min.js"));
let source: string | undefined;

/**
 * What axe-core finds wrong with a page (WCAG 2.2 A and AA, best practices), and whether the page is
 * wider than its window.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!await page.evaluate("'axe' in window")) {
    source ??= await Deno.readTextFile(AXE);
    await page.evaluate(source);
  }
  const { violations } = await page.evaluate(
    `axe.run({ resultTypes: ["violations"] })`,
  ) as { violations: Violation[] };
  const [content, window] = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  ) as [number, number];
  return [
    ...violations.map(({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}: ${nodes[0]?.html.slice(0, 300)}`
    ),
    ...(content > window ? [`${content} px wide in a window of ${window}`] : []),
  ];
}

/** Fails on anything that {@link violations} finds. */
export async function assertAccessible(page: Page, label: string): Promise<void> {
  assert.deepEqual(await violations(page), [], label);
}
