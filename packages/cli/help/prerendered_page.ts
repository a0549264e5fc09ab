/** A page of help as it is printed off a terminal. */
export interface PrerenderedPage {
  text: string;
  /** Whether it is the page on everything, which names the registry. */
  isFirst: boolean;
}

/**
 * The page that a command line asks for, where it is laid out already: never in a checkout. The build of
 * the client puts `bin/build/prerendered_page.ts` in the place of this file.
 */
export function prerenderedPage(_args: readonly string[]): PrerenderedPage | undefined {
  return undefined;
}
