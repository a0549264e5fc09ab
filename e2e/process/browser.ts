import { type Browser, chromium, type Page } from "playwright-core";
import { programPath } from "../requirement.ts";

/**
 * How long the browser may take to start, and a page to do one thing, in milliseconds: it bounds what
 * hangs, and no machine that is only busy takes as long.
 */
const PATIENCE = 180_000;

/** Runs `body` with a page in a real browser that is closed afterwards. */
export async function withPage(body: (page: Page) => Promise<void>): Promise<void> {
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath: programPath("chromium"),
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
      timeout: PATIENCE,
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    await body(page);
  } finally {
    await browser?.close();
  }
}
