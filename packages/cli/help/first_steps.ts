import { currentLogin } from "../config/login.ts";
import type { Host } from "../frame/host.ts";
import type { Paint } from "../frame/paint.ts";
import { type Definition, definitions, type Room } from "./layout.ts";

/**
 * The registry that svc has been told of: by `SVC_CLUB_URL` or a login. Undefined before that, and
 * for an address that a shell would not take as it is.
 */
export async function knownRegistry(host: Pick<Host, "env">): Promise<string | undefined> {
  try {
    const { serverUrl, stored } = await currentLogin(host);
    const told = host.env("SVC_CLUB_URL") || stored !== undefined;
    return told && /^[\w:/.-]+$/.test(serverUrl) ? serverUrl : undefined;
  } catch {
    // What is wrong with it is told by the commands that need it.
    return undefined;
  }
}

/** What somebody new does first, as a block of help. */
export function firstStepsBlock(paint: Paint, room: Room, registry?: string): string {
  const rows = firstSteps(registry).map((
    [line, does],
  ): Definition => [`  ${line}`, paint.dim(does)]);
  return [paint.bold("First steps:"), ...definitions(rows, room)].join("\n");
}

/** What somebody new does first, each a line and what it does. */
function firstSteps(
  registry: string | undefined,
): readonly (readonly [line: string, does: string])[] {
  return [
    [`svc auth login --server ${registry ?? "<address>"}`, "log in to your registry"],
    ["svc init", "make this folder a behavior repository"],
    ["svc extension search <words>", "find an extension"],
    ["svc extension pull <name>", "fetch it"],
  ];
}

/** Where the client itself comes from. */
export function updateLine(registry: string | undefined): string {
  return `To install svc elsewhere, open ${
    registry ?? "<address>"
  }/install; 'svc upgrade' updates it.`;
}
