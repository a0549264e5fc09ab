import { LIMITS } from "@svc/core/limit";
import { REPORT_CATEGORIES, type ReportCategory } from "@svc/core/report";
import { instantText } from "@svc/core/text";
import type { HoldReason } from "../../access/store/factor_tables.ts";
import type { Db } from "../../access/store/schema.ts";
import type { MailKind } from "./kinds.ts";
import type { Letter } from "./letter.ts";
import { createLink, linkUrl, renewLink } from "./link.ts";
import { isLapsed } from "./domains.ts";
import { accountsBehind } from "./reset_accounts.ts";

/** What a letter is written from. */
export interface LetterContext {
  db: Db;
  baseUrl: string;
  now: Date;
  /** Whether it is known which mail domains are gone. */
  mailDomains: boolean;
}

/** A stored mail, as the letters need it. */
export interface StoredMail {
  user_id: string | null;
  address: string;
  data: Readonly<Record<string, string>>;
}

type Write = (context: LetterContext, mail: StoredMail) => Promise<Letter | undefined>;

/** Writes each kind of mail; undefined when there is nobody to write to, or nothing to say any more. */
export const LETTERS: Readonly<Record<MailKind, Write>> = {
  async verify_address(context, mail) {
    const url = await renewed(context, mail, "/account/address/confirm");
    return url === undefined ? undefined : {
      to: mail.address,
      subject: `Confirm your address for ${site(context)}`,
      paragraphs: [
        `The account ${mail.data.username} on ${site(context)} has this e-mail address.`,
        { label: "Confirm the address", href: url },
        `The link works once, for ${LIMITS.accountLinkHours.verify} hours.`,
        `If you do not know this account, ignore this mail.`,
      ],
    };
  },

  async reset_password(context, { address: login }) {
    const found = await accountsBehind(context.db, login);
    if (found === undefined) return undefined;
    const { db, mailDomains, now } = context;
    if (mailDomains && await isLapsed(db, found.address, now)) return undefined;
    const links = [];
    for (const { id, username } of found.accounts) {
      const link = { kind: "reset" as const, userId: id, address: found.address };
      const { token } = await createLink(context.db, link, context.now);
      links.push({
        label: `Reset the password of ${username}`,
        href: linkUrl(context.baseUrl, "/reset-password", token),
      });
    }
    return {
      to: found.address,
      subject: `Reset your password on ${site(context)}`,
      paragraphs: [
        `Somebody requested to reset the password of your account on ${site(context)}.`,
        ...links,
        `Each link works once, for one hour.`,
        `If it was not you, ignore this mail. Your password stays as it is.`,
      ],
    };
  },

  async confirm_address(context, mail) {
    const url = await renewed(context, mail, "/account/address/confirm");
    return url === undefined ? undefined : {
      to: mail.address,
      subject: `Confirm your new address for ${site(context)}`,
      paragraphs: [
        `The account ${mail.data.username} on ${site(context)} requested to use this e-mail ` +
        `address.`,
        { label: "Use this address", href: url },
        `The link works once, for ${LIMITS.accountLinkHours.address} hours.`,
        `If you do not know this account, ignore this mail. Nothing changes then.`,
      ],
    };
  },

  address_changed: notice("The address of your account was changed", ({ username, next }) => [
    `The e-mail address of the account ${username} was changed to ${next}.`,
    `This address will not receive any more mails about the account.`,
  ]),

  password_changed: notice("Your password was changed", ({ username }) => [
    `The password of the account ${username} was changed. All other sessions were signed out.`,
  ]),

  factor_added: notice("A second factor was added", ({ username, passkey }) => [
    passkey === undefined
      ? `An authenticator app was added to the account ${username}, or took the place of another.`
      : `The passkey "${passkey}" was added to the account ${username}. It signs in without the password.`,
  ]),

  factor_removed: notice("A second factor was removed", ({ username, passkey, last }) => [
    (passkey === undefined
      ? `The authenticator app of the account ${username} was removed.`
      : `The passkey "${passkey}" of the account ${username} was removed.`) +
    (last === undefined ? "" : ` Its password alone signs in.`),
  ]),

  recovery_used: notice("A recovery code was used", ({ username }) => [
    `A recovery code of the account ${username} was used in place of its second factor.`,
  ]),

  recovery_codes_created: notice("New recovery codes were created", ({ username }) => [
    `New recovery codes were created for the account ${username}. The ones before do not work any more.`,
  ]),

  new_device: notice(
    "Sign-in with a new client or from a new network",
    ({ username, client, network }) => [
      `Somebody signed in to the account ${username} with ${client}, from the network ${network}.`,
    ],
  ),

  session_ended: notice("Sessions of your account were ended", ({ username, count }) => [
    count === "1"
      ? `A session of the account ${username} was ended from another one.`
      : `${count} sessions of the account ${username} were ended from another one.`,
  ]),

  async hold_begun(context, mail) {
    const { username, until, reason } = mail.data;
    const day = instantText(new Date(until!));
    const url = await renewed(context, mail, "/account/hold");
    return url === undefined ? undefined : {
      to: mail.address,
      subject: `Your account is on hold until ${day} (${site(context)})`,
      paragraphs: [
        HOLD_REASONS[reason as HoldReason](username!),
        `Until ${day} nobody can make keys, invite people, or change the password or the address of ` +
        `the account. A second factor can be added.`,
        `If this was you, there is nothing to do. A code of an authenticator app, or a passkey, that ` +
        `the account had before ends the hold.`,
        `If it was not you, undo it. That signs everybody out, and removes factors that were added ` +
        `since. Then reset your password.`,
        { label: "Undo it", href: url },
      ],
    };
  },

  hold_ended: notice("The hold of your account was ended", ({ username, how }) => [
    how === "cancelled"
      ? `Somebody undid the recovery of the account ${username}. All sessions were signed out. ` +
        `Reset the password now, and replace the recovery codes.`
      : `The account ${username} is not on hold any more: a second factor that it had before was used.`,
  ]),

  key_created: notice("A personal key was created", ({ username, start }) => [
    `A personal key of the account ${username} was created. It begins with ${start}.`,
  ]),

  token_created: notice("A collective token was created", ({ username, collective, start }) => [
    `The account ${username} created a token of the collective @${collective}. ` +
    `It begins with ${start}.`,
  ]),

  signing_key_created: notice("A signing key was registered", ({ collective, name }) => [
    `The key "${name}" was registered to sign versions of the collective @${collective}.`,
  ]),

  token_expiring: letter(({ collective, start, day }, context) => ({
    subject: `A token of @${collective} expires on ${day} (${site(context)})`,
    paragraphs: [
      `A token of the collective @${collective} expires on ${day}. It begins with ${start}.`,
      `If a program still uses it, create a new token before that day.`,
      {
        label: `Tokens of @${collective}`,
        href: `${context.baseUrl}/collectives/${collective}/settings/tokens`,
      },
    ],
  })),

  key_leaked: letter((data, context) => ({
    subject: `A personal key leaked and was revoked (${site(context)})`,
    paragraphs: [
      `A personal key of the account ${data.username} was found where others can read it. It ` +
      `begins with ${data.start}. It was revoked: nobody can use it any more.`,
      ...foundAt(data),
      `Look whether there are keys, tokens or versions that you did not make, and create a new key.`,
      { label: "Your keys", href: `${context.baseUrl}/account/keys` },
    ],
  })),

  token_leaked: letter((data, context) => {
    const { collective, start } = data;
    return {
      subject: `A token of @${collective} leaked and was revoked (${site(context)})`,
      paragraphs: [
        `A token of the collective @${collective} was found where others can read it. It begins ` +
        `with ${start}. It was revoked: nobody can use it any more.`,
        ...foundAt(data),
        `Look whether there are versions that nobody of you published, and create a new token.`,
        {
          label: `Tokens of @${collective}`,
          href: `${context.baseUrl}/collectives/${collective}/settings/tokens`,
        },
      ],
    };
  }),

  publisher_added: publisherLetter("was added", ({ extension, place, by }) => [
    `The account ${by} lets jobs of ${place} publish ${extension}.`,
    `If nobody of you wanted that, remove the publisher, and look what it has published.`,
  ]),

  publisher_removed: publisherLetter("was removed", ({ extension, place, by }) => [
    `The account ${by} removed the trusted publisher of ${extension}: jobs of ${place} cannot ` +
    `publish it any more.`,
  ]),

  publisher_learned: publisherLetter("was used for the first time", (data) => [
    `A job of ${data.place} got a key for ${data.extension}: ${data.run}`,
    `From now on only the place with these ids is trusted: ${data.ids}. They stay when it is renamed.`,
    `If that was not a job of yours, remove the publisher, and yank what it has published.`,
  ]),

  publisher_unusual: publisherLetter("was used in a new way", ({ place, extension, run, what }) => [
    `A job of ${place} got a key for ${extension}: ${run}`,
    `No job before it had its ${what}. Whoever can push to the place can start a job that fits.`,
    `If only one environment is to publish, remove the publisher, and add it again with that one. If ` +
    `that was not a job of yours, yank what it has published.`,
  ]),

  publisher_disabled: publisherLetter("was disabled", ({ extension, place, reason }) => [
    `Jobs of ${place} cannot publish ${extension} any more: ${reason}`,
    `If it is still yours, remove the publisher and add it again.`,
  ]),

  publisher_expiring: publisherLetter("is about to end", ({ extension, place, day }) => [
    `Nobody has used the trusted publisher of ${extension}, jobs of ${place}. It ends on ${day}.`,
    `To keep it, publish with it before that day, or add it again afterwards.`,
  ]),
  staged: letter(({ versions, collectives }, context) => ({
    subject: `Versions wait for approval (${site(context)})`,
    paragraphs: [
      `These versions wait for approval on ${site(context)}: ${versions}.`,
      `This mail has no link: one in a forged mail could lead you to a false page. Open the ` +
      `registry as you always do and look at the page of ${collectives}, or run: svc extension staged`,
      `If you do not expect them, reject them.`,
    ],
  })),

  stage_decided: letter(({ versions, collectives }, context) => ({
    subject: `Staged versions were decided (${site(context)})`,
    paragraphs: [
      `These staged versions of ${collectives} on ${site(context)} were decided: ${versions}.`,
    ],
  })),

  stage_overridden: letter(({ version, by, collective, reason }, context) => ({
    subject: `${version} was published without its approvals (${site(context)})`,
    paragraphs: [
      `${by}, an owner of @${collective}, published ${version} without the approvals that ` +
      `@${collective} asks for: ${reason}`,
      `If you did not expect this, ask them. An admin can yank the version: ` +
      `svc extension yank ${version}`,
    ],
  })),

  approval_lowered: letter(({ collective, by, day, change }, context) => ({
    subject: `@${collective} will ask for less before it publishes (${site(context)})`,
    paragraphs: [
      `${by}, an owner of @${collective}, lowered what is asked for before a version is ` +
      `published: ${change}. It takes effect on ${day}.`,
      `If you did not expect this, ask them. An admin can raise it again at any time, which takes ` +
      `effect at once.`,
    ],
  })),

  report_received: letter(({ extension, number, category }, context) => ({
    subject: `${extension} was reported (${site(context)})`,
    paragraphs: [
      `Somebody reported the extension ${extension}: ` +
      `${REPORT_CATEGORIES[category as ReportCategory].label}. It is report ${number}.`,
      `To read it, open ${context.baseUrl}/operator, or run on the server: npm run admin -- reports`,
      {
        label: `Page of ${extension}`,
        href: `${context.baseUrl}/extensions/${extension}`,
      },
    ],
  })),

  claim_received: letter(({ name, number }, context) => ({
    subject: `The name ${name} was claimed (${site(context)})`,
    paragraphs: [
      `Somebody claims the name ${name} on ${site(context)}. It is claim ${number}.`,
      `To read it, open ${context.baseUrl}/operator, or run on the server: npm run admin -- claims`,
    ],
  })),

  claim_decided: letter(({ name, state, note }, context) => ({
    subject: `Your claim to ${name} was ${state} (${site(context)})`,
    paragraphs: [
      `Your claim to the name ${name} on ${site(context)} was ${state}: ${note}`,
      ...state === "granted"
        ? [
          name!.startsWith("@")
            ? "Your collective can publish under it now."
            : "It is kept for you: create a collective with this short name.",
        ]
        : [],
      { label: "Your claims", href: `${context.baseUrl}/claim` },
    ],
  })),

  account_disabled: letter(({ act, username, reason }, context) => {
    const happened = act === "disabled" ? "was disabled" : "was enabled again";
    return {
      subject: `The account ${username} ${happened} (${site(context)})`,
      paragraphs: [
        `The operator of ${site(context)} ${act} the account ${username}` +
        `${act === "enabled" ? " again" : ""}${reason === undefined ? "." : `: ${reason}`}`,
        ...act === "disabled"
          ? [
            "Nobody can sign in to it. Its sessions have ended, and its personal keys do not work " +
            "until it is enabled again. Its collectives and what it published stay as they are.",
            "If you disagree, answer the operator of the registry.",
          ]
          : ["Its personal keys work again. Its sessions do not come back: sign in again."],
      ],
    };
  }),

  operator_acted: letter(({ kind, collective, extension, text }, context) => {
    const what = extension ?? `@${collective}`;
    const { did, means } = OPERATOR_ACTS[kind as keyof typeof OPERATOR_ACTS];
    return {
      subject: `${what} ${did} (${site(context)})`,
      paragraphs: [
        `${what} ${did} on ${site(context)}${text === undefined ? "." : `: ${text}`}`,
        means,
        `You get this mail because you administer the collective @${collective}. If you disagree, ` +
        `answer the operator of the registry.`,
      ],
    };
  }),

  invitation: letter((data, context) => ({
    subject: `Invitation to @${data.collective} on ${site(context)}`,
    paragraphs: [
      `${data.invitedBy} invites you to the collective @${data.collective} ` +
      `on ${site(context)}, with the role ${data.role}.`,
      { label: "Answer the invitation", href: `${context.baseUrl}/account` },
      `You need an account with this e-mail address, and have to confirm the address. ` +
      `The invitation is open for ${LIMITS.invitationDays} days.`,
      `If you do not know them, ignore this mail.`,
    ],
  })),
};

/** What began a hold. */
const HOLD_REASONS: Readonly<Record<HoldReason, (username: string) => string>> = {
  recovery_code: (username) =>
    `A recovery code of the account ${username} was used in place of its second factor.`,
  removed_by_operator: (username) =>
    `The operator of the registry removed the second factor of the account ${username}.`,
};

/** What operators do, as its owners are told, and what follows for them. */
const OPERATOR_ACTS = {
  extension_quarantined: {
    did: "was put in quarantine",
    means:
      "Nobody can find, pull or change it until the operator has looked into it. You still see it.",
  },
  extension_released: { did: "was released from quarantine", means: "It is as it was before." },
  extension_removed: {
    did: "was taken down",
    means: "Nobody can find, read or pull it any more. Nothing was deleted.",
  },
  extension_reinstated: { did: "was reinstated", means: "It is as it was before." },
  collective_suspended: {
    did: "was suspended",
    means:
      "Nobody can change it or publish in it, and its extensions are in quarantine. You still " +
      "see all of it.",
  },
  collective_unsuspended: { did: "is not suspended any more", means: "It is as it was before." },
} as const;

/** Who found a key and where, when a reporter that the operator knows said so. */
function foundAt({ reporter, url }: Readonly<Record<string, string>>): string[] {
  if (reporter === undefined) return [];
  return [`${reporter} reported it${url === undefined ? "." : `: ${url}`}`];
}

/** A letter to the address that the mail was queued for. */
function letter(
  write: (data: Readonly<Record<string, string>>, context: LetterContext) => Omit<Letter, "to">,
): Write {
  return (context, { address, data }) => Promise.resolve({ to: address, ...write(data, context) });
}

/** A letter about a trusted publisher, to who administers its collective. */
function publisherLetter(
  happened: string,
  text: (data: Readonly<Record<string, string>>) => readonly string[],
): Write {
  return letter((data, context) => ({
    subject: `A trusted publisher of ${data.extension} ${happened} (${site(context)})`,
    paragraphs: [
      ...text(data),
      {
        label: `Publishers of @${data.collective}`,
        href: `${context.baseUrl}/collectives/${data.collective}/settings/publishers`,
      },
    ],
  }));
}

/** A letter that warns of a change: what happened, and what to do if it was not the reader. */
function notice(
  subject: string,
  happened: (data: Readonly<Record<string, string>>) => readonly string[],
): Write {
  return letter((data, context) => ({
    subject: `${subject} (${site(context)})`,
    paragraphs: [
      ...happened(data),
      `If this was you, there is nothing to do.`,
      `If it was not you, reset your password and delete the keys you do not recognize:`,
      { label: "Reset the password", href: `${context.baseUrl}/forgot-password` },
      { label: "Your keys", href: `${context.baseUrl}/account/keys` },
    ],
  }));
}

/** The address behind a link that was made when the mail was queued; undefined when it is gone. */
async function renewed(
  { db, baseUrl, now }: LetterContext,
  { data }: StoredMail,
  path: string,
): Promise<string | undefined> {
  const token = await renewLink(db, data.linkId ?? "", now);
  return token === undefined ? undefined : linkUrl(baseUrl, path, token);
}

function site({ baseUrl }: LetterContext): string {
  return new URL(baseUrl).host;
}
