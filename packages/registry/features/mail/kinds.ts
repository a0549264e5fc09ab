/** One kind of mail: what it is for, and how often it may go to one address. */
export interface MailKindRow {
  /** As the account page lists it: "When …". */
  when: string;
  /** Maximum per hour about one account to one address. */
  perAccount: number;
  /** Maximum per hour to one address, whoever causes them: from several networks. */
  perAddress: number;
  /** What it tells of concerns who can act as its person: Account, Security lists it. */
  security?: true;
  /** Given up after so many hours: it would be of no use any more. */
  hours: number;
}

/** A mail that tells of something that happened. */
const told = (when: string): MailKindRow => ({ when, perAccount: 20, perAddress: 20, hours: 24 });
const security = (when: string): MailKindRow => ({ ...told(when), security: true });
/** A mail with a link that a person asked for. */
const asked = (when: string, hours: number): MailKindRow => (
  { when, perAccount: 3, perAddress: 15, hours }
);

/** Every mail the registry sends. None of them can be switched off: each answers an act or warns. */
export const MAIL_KINDS = {
  verify_address: asked("you have to confirm your address", 24),
  reset_password: asked("somebody asks to reset your password", 1),
  confirm_address: asked("you change your address: to the new one, to confirm it", 24),
  address_changed: security("your address was changed: to the old one"),
  password_changed: security("your password was changed or reset"),
  factor_added: security(
    "a passkey or an authenticator app was added to your account, or the app replaced",
  ),
  factor_removed: security("a passkey or the authenticator app of your account was removed"),
  recovery_used: security("a recovery code of yours was used"),
  recovery_codes_created: security("new recovery codes were created for your account"),
  new_device: security(
    "somebody signs in to your account with a client or from a network that is new",
  ),
  session_ended: security("sessions of yours were ended from another one"),
  hold_begun: security("your account is put on hold after a recovery"),
  hold_ended: security("the hold of your account is ended before its time"),
  key_created: security("a personal key of yours was created"),
  token_created: security("you created a token of a collective"),
  signing_key_created: security("a signing key of a collective that you administer was registered"),
  token_expiring: told("a token of a collective that you administer expires within a week"),
  key_leaked: security("a personal key of yours was reported as leaked and revoked"),
  token_leaked: told(
    "a token of a collective that you administer was reported as leaked and revoked",
  ),
  publisher_added: told("a trusted publisher is added to a collective that you administer"),
  publisher_removed: told("a trusted publisher of a collective that you administer is removed"),
  publisher_learned: told(
    "a trusted publisher of a collective that you administer is used for the first time",
  ),
  publisher_unusual: told(
    "a job of a trusted publisher of a collective that you administer has another actor, event " +
      "or environment than those before",
  ),
  publisher_disabled: told("a trusted publisher of a collective that you administer is disabled"),
  publisher_expiring: told(
    "a trusted publisher of a collective that you administer ends because nobody used it",
  ),
  staged: told(
    "versions wait for approval in a collective that you administer, once an hour at most",
  ),
  stage_decided: told(
    "versions that you staged, or that waited in a collective that you administer, are decided, " +
      "once an hour at most",
  ),
  stage_overridden: told(
    "an owner publishes a version without the approvals it needs, in a collective that you " +
      "administer",
  ),
  approval_lowered: told(
    "an owner of a collective of yours lowers what it asks for before a version is published",
  ),
  report_received: told("somebody reports an extension and you are an operator of this registry"),
  claim_received: told("somebody claims a name and you are an operator of this registry"),
  claim_decided: told("an operator decides about a name that you claimed"),
  account_disabled: told("an operator disables your account, or enables it again"),
  operator_acted: told(
    "an operator quarantines, takes down or gives back an extension that you administer, or " +
      "suspends your collective",
  ),
  invitation: {
    when: "you are invited to a collective",
    perAccount: 5,
    perAddress: 15,
    hours: 24,
  },
} as const satisfies Record<string, MailKindRow>;

/** The stable name of a kind of mail. */
export type MailKind = keyof typeof MAIL_KINDS;

/** The kinds that tell of what concerns who can act as their person. */
export const SECURITY_MAILS = (Object.entries(MAIL_KINDS) as [MailKind, MailKindRow][])
  .filter(([, { security }]) => security).map(([kind]) => kind);
