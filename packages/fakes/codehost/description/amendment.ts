/**
 * Where the platform is known to answer what its description does not say. Keep it short: each
 * entry is a fact that was seen, never a way round a wrong answer of the stand-in.
 */
const AMENDMENTS: Readonly<Record<string, (schema: Schema) => Schema>> = {
  "#/components/schemas/pull-request": withoutHead,

  // A label without a description has null there, as the description itself says of labels elsewhere.
  "#/components/schemas/pull-request-simple": (schema) => {
    const labels = schema.properties!.labels!;
    const items = labels.items!;
    const description = { ...items.properties!.description, nullable: true };
    const label = { ...items, properties: { ...items.properties, description } };
    const properties = { ...schema.properties, labels: { ...labels, items: label } };
    return withoutHead({ ...schema, properties });
  },
};

interface Schema {
  nullable?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** A pull request whose fork was deleted has no repository as its head. */
function withoutHead(schema: Schema): Schema {
  const { head } = schema.properties!;
  const repo = { ...head!.properties!.repo, nullable: true };
  const properties = { ...head!.properties, repo };
  return { ...schema, properties: { ...schema.properties, head: { ...head, properties } } };
}

/** A component of the description as the platform keeps to it. */
export function amended(reference: string, component: unknown): unknown {
  const amend = Object.hasOwn(AMENDMENTS, reference) ? AMENDMENTS[reference] : undefined;
  return amend ? amend(component as Schema) : component;
}

/**
 * Names in queries that the description leaves out. `Link` headers of long lists of issues lead on
 * with a cursor.
 */
const ALSO_ASKED: Readonly<Record<string, readonly string[]>> = {
  "GET /repos/{owner}/{repo}/issues": ["after", "before"],
};

/** Whether the platform takes a name in the query of an operation, though it does not say so. */
export const isAlsoAsked = (route: string, name: string): boolean =>
  ALSO_ASKED[route]?.includes(name) ?? false;
