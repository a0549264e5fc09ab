/** The address of a registry in the form in which two are compared. */
export function registryOf(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : url.origin + url.pathname.replace(/\/+$/, "");
}
