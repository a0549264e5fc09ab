const CLIENTS: ReadonlyMap<string, string> = new Map([
  ["svc-cli", "The svc command line"],
  ["svc-serve-bootstrap", "A svc serve instance that starts for the first time"],
]);

/** A device client's name for people; one the registry does not know is shown by its id. */
export function deviceClient(id: string | null): string {
  return id === null ? "An unnamed client" : CLIENTS.get(id) ?? `The application ${id}`;
}

/** What the device calls itself, from a scope `device:<name>`; it is a claim, not a proof. */
export function deviceName(scopes: readonly string[]): string | undefined {
  const name = scopes.find((scope) => scope.startsWith("device:"))?.slice("device:".length);
  return name !== undefined && /^[\w.-]{1,64}$/.test(name) ? name : undefined;
}

/** A code as devices show it: upper case, a hyphen in the middle. */
export function readableCode(code: string): string {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return plain.length === 8 ? `${plain.slice(0, 4)}-${plain.slice(4)}` : plain;
}
