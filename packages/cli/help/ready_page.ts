/** A page of help as it is printed off a terminal. */
export interface ReadyPage {
  text: string;
  /** Whether it is the page on everything, which names the registry. */
  isFirst: boolean;
}

/**
 * The page that a command line asks for, where it is laid out already: never in a checkout. The build of
 * the client puts `bin/build/ready_page.ts` in the place of this file.
 */
export function readyPage(_args: readonly string[]): ReadyPage | undefined {
  return undefined;
}
