import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
} from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Switches that keep a test's browser to its one task, off the network's background services. */
const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * How long a browser may take to start, and a page to do one thing, in milliseconds: it bounds what
 * hangs, and no machine that is only busy takes as long.
 */
const PATIENCE = 180_000;

/** Where the system's browser is, or undefined. */
export const BROWSER: string | undefined = PLACES.find((path) => {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
});

/**
 * How a browser test is registered: skipped, with the reason in its name, on a machine without a
 * browser; never skipped in continuous integration, where it then fails.
 */
export function needsBrowser(name: string): { name: string; ignore: boolean } {
  const missing = BROWSER === undefined && Deno.env.get("CI") !== "true";
  return {
    name: missing ? `${name} (skipped: needs the package chromium)` : name,
    ignore: missing,
  };
}

/** Starts the system's browser. */
export async function openBrowser(): Promise<Browser> {
  if (BROWSER === undefined) {
    throw new Error(`No browser in ${PLACES.join(", ")}; install the Debian package chromium`);
  }
  return await chromium.launch({ executablePath: BROWSER, args: SWITCHES, timeout: PATIENCE });
}

/** Cookies and pages of one person. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}
