import * as z from "npm:zod@4.6.7";
import { type Client, connect } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import {
  ownerPattern,
  parseRepositoryName,
  type RepositoryName,
} from "../../platform/repository_name.ts";

/** Schema of {@link Globals}. */
export const globals = z.object({
  token: z.string().min(1).meta({ sensitive: true }).describe("Token of the API"),
  owner: z.string().regex(ownerPattern).describe(
    "User or organisation that owns the repositories",
  ),
  isOrg: z.boolean().optional().describe(
    "Whether the owner is an organisation (default: false)",
  ),
  baseUrl: z.string().optional().describe(
    "API of an enterprise server, for example https://HOST/api/v3",
  ),
});

/** Global arguments of the type. */
export type Globals = z.infer<typeof globals>;

/** What each method is given. */
export type EnsureContext = MethodContext<Globals>;

/** A client with the behavior's token. */
export function open(context: EnsureContext): Client {
  const { token, baseUrl } = context.globalArgs;
  return connect({ extension: "github-ensure", context, token, baseUrl });
}

/** The repository that an argument names: `owner/name`, or a bare name of the behavior's owner. */
export function repositoryOf(text: string, { owner }: Globals): RepositoryName {
  return parseRepositoryName(text, owner);
}
