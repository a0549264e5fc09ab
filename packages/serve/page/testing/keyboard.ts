import type { Locator, Page } from "playwright-core";
import { assertAccessible } from "../../../registry/testing/web/audit.ts";

/** Each colour and each width once. */
export const LOOKS = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

/**
 * A page in both colours and at both widths: nothing is wrong with it for people with disabilities, and
 * it is as wide as the window at most. `SVC_SCREENSHOTS` names a folder for pictures of it.
 */
export async function assertGoodLooks(page: Page, name: string): Promise<void> {
  const folder = Deno.env.get("SVC_SCREENSHOTS");
  for (const { colorScheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await assertAccessible(page, `${name}, ${colorScheme}, ${width}`);
    if (!folder) continue;
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.screenshot({ path: `${folder}/${name}-${scheme}-${width}.png`, fullPage: true });
    }
  }
}

/** Moves the focus with the tabulator key to what has this name. */
export async function tabTo(page: Page, what: string | Locator): Promise<void> {
  const wanted = typeof what !== "string"
    ? what
    : page.getByRole("link", { name: what, exact: true })
      .or(page.getByRole("button", { name: what, exact: true })).first();
  await wanted.waitFor();
  for (let pressed = 0; pressed < 400; pressed++) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the keyboard does not reach ${what}`);
}

/** Types into a field that the keyboard reached. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(new RegExp(`^${label}(?: \\(optional\\))?$`)));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(text);
}
