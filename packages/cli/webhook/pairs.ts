import { SvcError } from "@svc/core/error";

/**
 * The expressions of `--map name=expression`, by name.
 *
 * @throws SvcError `usage` for a pair without a name or an expression, and for a name that comes twice
 */
export function mappedValues(pairs: readonly string[]): Record<string, string> {
  const values = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const [name, expression] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (at < 0 || name === "" || expression === "") {
      throw refused(pair, "is no <name>=<expression>");
    }
    if (values.has(name)) throw refused(pair, `maps '${name}' a second time`);
    values.set(name, expression);
  }
  return Object.fromEntries(values);
}

function refused(pair: string, why: string): SvcError {
  return new SvcError("usage", `--map ${JSON.stringify(pair)} ${why}`, {
    hint: "Write the input's name and an expression over body and headers: --map ref=body.ref",
  });
}
