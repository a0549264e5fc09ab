import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** What the audit tells of one rule a page breaks. */
interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string }[];
}

/** Rules of axe-core that the colours and the width of a page decide. */
const OF_LOOKS = ["color-contrast", "scrollable-region-focusable", "target-size"];

const AXE = new URL(import.meta.resolve("axe-core/axe.min.js"));
let source: string | undefined;

/**
 * What axe-core finds wrong with a page (WCAG 2.2 A and AA, best practices), whether the keyboard
 * reaches everything, and whether the page is wider than its window.
 *
 * @param again true for another look of a page that was audited in full: only what looks decide
 */
export async function violations(page: Page, again = false): Promise<string[]> {
  if (!await page.evaluate("'axe' in window")) {
    source ??= await Deno.readTextFile(AXE);
    await page.evaluate(source);
  }
  const { violations } = await page.evaluate(
    `axe.run(${
      JSON.stringify({ resultTypes: ["violations"], ...again && { runOnly: OF_LOOKS } })
    })`,
  ) as { violations: Violation[] };
  const [content, window] = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  ) as [number, number];
  const touching = await page.evaluate(TOUCHING) as string[];
  const unreached = await page.evaluate(UNREACHED) as string[];
  return [
    ...unreached.slice(0, 1).map((html) => `the keyboard does not reach ${html}`),
    ...touching.slice(0, 1).map((html) => `touches the border of its box: ${html}`),
    ...violations.map(({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}: ${nodes[0]?.html.slice(0, 300)}`
    ),
    ...(content > window ? [`${content} px wide in a window of ${window}`] : []),
  ];
}

/** Texts that touch the border of the box they are in: something took away its padding. */
const TOUCHING = `[...document.querySelectorAll(".sheet")].flatMap((box) => {
  const border = box.getBoundingClientRect().left + 4;
  const texts = [...box.querySelectorAll("*")].filter(({ childNodes }) =>
    [...childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ""));
  return texts.filter((text) => {
    const { left, width, height } = text.getBoundingClientRect();
    return width > 1 && height > 1 && left < border;
  }).map(({ outerHTML }) => outerHTML.slice(0, 200));
})`;

/**
 * What can be clicked, and not reached by the keyboard in the order of the page. The numbers of lines
 * are left out on purpose: a file has thousands, and what follows it would be out of reach.
 */
const UNREACHED = `(() => {
  const before = document.activeElement;
  const all = [...document.querySelectorAll(
    "a, button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [onclick]"
  )].filter((element) => !element.disabled && element.checkVisibility() && !/^L\\d/.test(element.id));
  const unreached = all.filter((element) => {
    element.focus();
    return document.activeElement !== element || element.tabIndex !== 0;
  });
  // Where the person was before, who may go on from there.
  if (before === document.body) before.tabIndex = -1;
  before.focus();
  document.body.removeAttribute("tabindex");
  return unreached.map(({ outerHTML }) => outerHTML.slice(0, 200));
})()`;

/** Fails on anything that {@link violations} finds. */
export async function assertAccessible(page: Page, label: string): Promise<void> {
  assert.deepEqual(await violations(page), [], label);
}
