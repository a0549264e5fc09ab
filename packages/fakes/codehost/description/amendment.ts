/**
 * Where the platform is known to answer what its description does not say. Keep it short: each
 * entry is a fact that was seen, never a way round a wrong answer of the stand-in.
 */
const AMENDMENTS: Readonly<Record<string, (schema: Schema) => Schema>> = {
  // A pull request whose fork was deleted has no repository as its head.
  "#/components/schemas/pull-request": (schema) => {
    const { head } = schema.properties!;
    const repo = { ...head!.properties!.repo, nullable: true };
    const properties = { ...head!.properties, repo };
    return { ...schema, properties: { ...schema.properties, head: { ...head, properties } } };
  },
};

interface Schema {
  nullable?: boolean;
  properties?: Record<string, Schema>;
}

/** A component of the description as the platform keeps to it. */
export function amended(reference: string, component: unknown): unknown {
  const amend = Object.hasOwn(AMENDMENTS, reference) ? AMENDMENTS[reference] : undefined;
  return amend ? amend(component as Schema) : component;
}
