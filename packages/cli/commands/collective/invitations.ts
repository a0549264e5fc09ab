import type { Invitation, OwnInvitation } from "@svc/core/wire";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand } from "../../frame/command.ts";

type Result =
  | { collective: string; invitations: Invitation[] }
  | { invitations: OwnInvitation[]; url: string };

export default defineCommand({
  description:
    "Those of a collective are shown to its admins and owners, as they hold e-mail addresses; a " +
    "collective token\nneeds the collective:write scope. Invitations are answered on the web page.",
  examples: {
    "svc collective invitations": "your pending invitations",
    "svc collective invitations acme": "pending invitations of acme",
  },
  arguments: [
    arg("slug", "the collective", { defaultText: "your own invitations", optional: true }),
  ],
  lists: ".invitations[]",
  credential: "personal key or token",
  async run(context): Promise<Result> {
    const { slug: given } = context.arguments;
    const slug = given === undefined ? undefined : parseSlug(given);
    const { login, caller } = await connectWithKey(context);
    if (slug === undefined) {
      const { invitations } = await callJson(
        caller,
        { path: "/api/v1/invitations" },
        (wire, z) => z.object({ invitations: z.array(wire.OwnInvitation) }),
      );
      return { invitations, url: `${login.serverUrl}/notifications` };
    }
    const { invitations } = await callJson(
      caller,
      { path: collectivePath(slug, "/invitations") },
      (wire, z) => z.object({ invitations: z.array(wire.Invitation) }),
    );
    return { collective: slug, invitations };
  },
  text(result, view) {
    if ("collective" in result) {
      const { collective, invitations } = result;
      if (invitations.length === 0) return `${collective} has no open invitations.`;
      return listing(view, invitations, {
        WHO: (one) => one.username ?? one.email ?? "",
        ROLE: (one) => one.role,
        "INVITED BY": (one) => one.invitedBy,
        EXPIRES: (one) => one.expiresAt.slice(0, 10),
      });
    }
    if (result.invitations.length === 0) return "You have no open invitations.";
    return listing(view, result.invitations, {
      COLLECTIVE: (one) => one.collective.slug,
      ROLE: (one) => one.role,
      "INVITED BY": (one) => one.invitedBy,
      EXPIRES: (one) => one.expiresAt.slice(0, 10),
    }) + `\nAccept or decline them at ${result.url}`;
  },
});
