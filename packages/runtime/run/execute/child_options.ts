import type { JsonSchema } from "@svc/core/descriptor";
import { secretsOf } from "../../sandbox/redaction/pattern.ts";
import { type ModuleSandbox, moduleSandbox } from "../../sandbox/module_sandbox.ts";
import type { Hello } from "../../sandbox/protocol.ts";
import type { RunArguments } from "../prepare/arguments.ts";
import type { RunSubject } from "../prepare/subject.ts";
import { propertiesOf } from "../../base/schema/properties.ts";

/** What a run's child process is started with. */
export interface Sandbox extends Omit<ModuleSandbox, "filesRoot"> {
  hello: Omit<Hello, "token">;
}

/**
 * The sandbox of a run: the bundle, the grants as flags, and what the method is told.
 *
 * @param scratch a folder of the run's own
 * @throws SvcError `invalid_argument`, `permission_denied` as `enforcedPermissions` does.
 */
export async function sandboxOf(
  subject: Omit<RunSubject, "method" | "type" | "checkers" | "vaults">,
  scratch: string,
): Promise<Sandbox> {
  const { repository, found: { definition }, resolved, args, order } = subject;
  const { filesRoot, ...sandbox } = await moduleSandbox(repository, resolved, {
    globalArgs: { values: args.global, schema: resolved.model.globalArguments },
    scratch,
  });
  return {
    ...sandbox,
    hello: {
      method: order.method,
      arguments: args.method,
      globalArguments: resolved.graft === undefined
        ? args.global
        : withDefaults(resolved.model.globalArguments, args),
      withheld: args.withheld,
      repoDir: repository.root,
      modelType: { raw: resolved.model.type, normalized: resolved.type.normalized },
      definition: {
        id: definition.id,
        name: definition.name,
        version: definition.version,
        tags: definition.tags,
      },
      filesRoot,
      scratch,
      tags: order.tags ?? {},
      variables: resolved.permissions.env ?? [],
      secrets: secretsOf(args.secrets),
      ...(resolved.graft === undefined ? { checks: subject.checks } : {
        graft: true,
        checks: subject.checks && { ...subject.checks, of: resolved.graft.checks },
      }),
    },
  };
}

/** The code of a graft does not have the type's own schema, which would fill them in. */
function withDefaults(
  schema: JsonSchema = {},
  { global, withheld }: Pick<RunArguments, "global" | "withheld">,
): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const missing = Object.entries(properties).filter(([name, property]) =>
    property["default"] !== undefined && global[name] === undefined &&
    !Object.hasOwn(withheld, name)
  );
  return {
    ...Object.fromEntries(missing.map(([name, { default: one }]) => [name, one])),
    ...global,
  };
}
