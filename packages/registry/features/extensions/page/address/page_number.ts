/** Last page that is looked for. */
const MOST_PAGES = 100_000;

/** Which page of a list an address asks for; the first for anything that is no such number. */
export function pageNumber(url: URL): number {
  const asked = Number(url.searchParams.get("page") ?? 1);
  return Number.isInteger(asked) && asked >= 1 && asked <= MOST_PAGES ? asked : 1;
}
