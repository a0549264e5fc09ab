import { type Browser, chromium, type Page } from "playwright-core";
import { programPath } from "../requirement.ts";

/** Runs `body` with a page in a real browser that is closed afterwards. */
export async function withPage(body: (page: Page) => Promise<void>): Promise<void> {
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath: programPath("chromium"),
      args: ["--no-sandbox", "--disable-dev-shm-usage"],
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await body(page);
  } finally {
    await browser?.close();
  }
}
