/** The path of an extension on the registry: its name encoded whole, the `@` of a version literal (reference wire 0.4). */
export function extensionPath(name: string, version?: string): string {
  const path = `/api/v1/extensions/${encodeURIComponent(name)}`;
  return version === undefined ? path : `${path}@${encodeURIComponent(version)}`;
}

/** The address of an extension's page. */
export function extensionPage(serverUrl: string, name: string): string {
  return `${serverUrl}/extensions/${name}`;
}

/** The address of the page that shows what changed from one version to another. */
export function changesPage(serverUrl: string, name: string, from: string, to: string): string {
  return `${extensionPage(serverUrl, name)}/${to}/diff/${from}`;
}
