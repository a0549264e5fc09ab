import { SvcError } from "@svc/core/error";
import { isRole, roleAtLeast } from "@svc/core/role";
import type { Collective, Member } from "@svc/core/wire";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { collectivePath } from "./path.ts";

/**
 * The collective, when the caller may change its members: so that nobody is led to a page that
 * refuses them. A token of the collective cannot know who opens the page.
 *
 * @throws SvcError `personal_collective`, `role_too_low`, and what the server refuses
 */
export async function administered(caller: Caller, slug: string): Promise<Collective> {
  const collective = await callJson(
    caller,
    { path: collectivePath(slug) },
    (wire) => wire.Collective,
  );
  const { role } = collective;
  if (collective.personal) {
    throw new SvcError(
      "personal_collective",
      `'${slug}' is a personal collective and has one member only`,
      {
        hint: "To work with others, create a collective: svc collective create <slug>.",
      },
    );
  }
  if (role === "token" || (role !== null && isRole(role) && roleAtLeast(role, "admin"))) {
    return collective;
  }
  throw new SvcError("role_too_low", `You must be an admin of '${slug}'`, {
    hint: role === null
      ? "You are not a member of this collective."
      : `Your role is ${role}. Ask an owner or admin.`,
  });
}

/** @throws SvcError `not_found` when nobody of that name is a member. */
export async function memberNamed(caller: Caller, slug: string, text: string): Promise<Member> {
  const username = text.replace(/^@/, "");
  const { members } = await callJson(
    caller,
    { path: collectivePath(slug, `/members?${new URLSearchParams({ username })}`) },
    (wire, z) => z.object({ members: z.array(wire.Member) }),
  );
  const member = members.find((one) => one.username === username);
  if (member !== undefined) return member;
  throw new SvcError("not_found", `Member not found: '${username}' is not a member of '${slug}'`, {
    hint: `'svc collective members ${slug}' lists them.`,
  });
}
