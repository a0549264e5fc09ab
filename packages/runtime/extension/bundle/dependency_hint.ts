import { reasonOf, TRUST_HINT, UNTRUSTED } from "@svc/core/error";
import { packageRegistry, wantsLogin } from "./registry.ts";

/**
 * What to do when a dependency could not be had. Deno reports a package that does not exist and one
 * it could not ask for in the same words, so the registry is asked once whether it answers.
 */
export async function dependencyHint(dependency: string): Promise<string> {
  const registry = await packageRegistry();
  try {
    const answer = await fetch(registry, { method: "HEAD", signal: AbortSignal.timeout(3000) });
    await answer.body?.cancel();
    if (await wantsLogin(registry)) {
      const place = registry.replace(/^https?:/, "").replace(/\/?$/, "/");
      return `${registry} wants a login: a line '${place}:_authToken=…' in ~/.npmrc gives it, as for npm.`;
    }
    return `Check the name and version of ${dependency} on ${registry}.`;
  } catch (error) {
    if (reasonOf(error) === UNTRUSTED) {
      return `${registry} cannot be asked: ${UNTRUSTED}. ${TRUST_HINT}`;
    }
    return `${registry} does not answer. Connect to the network and try again.`;
  }
}
