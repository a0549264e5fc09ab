import { SvcError } from "@svc/core/error";
import { type OperationKey, OPERATIONS } from "@svc/serve/api";

/** Values of a query; those that are undefined are left out, a list stands once for each value. */
export type Query = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/**
 * The path of an operation below a server's address, with its query. Each parameter is encoded whole,
 * so that no name leads elsewhere.
 *
 * @throws SvcError `invalid_argument` for a name that no path can hold
 */
export function operationPath(
  key: OperationKey,
  params: Readonly<Record<string, string>> = {},
  query: Query = {},
): string {
  const path = OPERATIONS[key].path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => segment(params[name]!),
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : value === undefined ? [] : [String(value)]).map((one) => [
      name,
      one as string,
    ])
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** `.` and `..` are steps of a path also when they are encoded. */
function segment(name: string): string {
  if (name !== "" && name !== "." && name !== ".." && name.isWellFormed()) {
    return encodeURIComponent(name);
  }
  throw new SvcError("invalid_argument", `${JSON.stringify(name)} is not a name`);
}
