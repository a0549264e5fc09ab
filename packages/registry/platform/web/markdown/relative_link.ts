/** Where a document lies, so that its relative links lead somewhere. */
export interface Place {
  /** Where documents begin, with a slash at both ends. A link that leaves it leads nowhere. */
  root: string;
  /** The document's folder below the root, or empty. */
  folder: string;
}

/** The page's address that a relative link between markdown files leads to. */
export function relativeLink({ root, folder }: Place, href: string): string | undefined {
  if (href.startsWith("/")) return href;
  const from = new URL(`http://documents${root}${folder === "" ? "" : `${folder}/`}`);
  if (!URL.canParse(href, from)) return undefined;
  const to = new URL(href, from);
  if (to.host !== from.host || !to.pathname.startsWith(root)) return undefined;
  return to.pathname.replace(/\.md$/, "").replace(/\/index$/, "") + to.hash;
}
