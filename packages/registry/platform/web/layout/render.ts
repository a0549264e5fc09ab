/** A whole HTML document from a page element; awaits parts that load asynchronously. */
export async function renderDocument(page: unknown): Promise<string> {
  return `${await page}`;
}
