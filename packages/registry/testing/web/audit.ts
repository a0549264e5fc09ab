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
 * Fails on any serious or critical finding of axe-core (WCAG 2.2 A and AA, best practices), and on
 * a page that is wider than its window.
 */
export async function assertAccessible(page: Page, label: string): Promise<void> {
  source ??= await Deno.readTextFile(AXE);
  await page.evaluate(source);
  const { violations } = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] })",
  ) as { violations: Violation[] };
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    grave.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`),
    [],
    label,
  );
  const [content, window] = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  ) as [number, number];
  assert.ok(content <= window, `${label}: ${content} px wide in a window of ${window}`);
}
