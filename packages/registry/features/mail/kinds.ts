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

/** Every mail the registry sends. None of them can be switched off: each answers an act or warns. */
export const MAIL_KINDS = {
  verify_address: {
    when: "you have to confirm your address",
    perAccount: 3,
    perAddress: 15,
    hours: 24,
  },
  reset_password: {
    when: "somebody asks to reset your password",
    perAccount: 3,
    perAddress: 15,
    hours: 1,
  },
  confirm_address: {
    when: "you change your address: to the new one, to confirm it",
    perAccount: 3,
    perAddress: 15,
    hours: 24,
  },
  address_changed: {
    security: true,
    when: "your address was changed: to the old one",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  password_changed: {
    security: true,
    when: "your password was changed or reset",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  factor_added: {
    security: true,
    when: "a passkey or an authenticator app was added to your account, or the app replaced",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  factor_removed: {
    security: true,
    when: "a passkey or the authenticator app of your account was removed",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  recovery_used: {
    security: true,
    when: "a recovery code of yours was used",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  recovery_codes_created: {
    security: true,
    when: "new recovery codes were created for your account",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  new_device: {
    security: true,
    when: "somebody signs in to your account with a client or from a network that is new",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  session_ended: {
    security: true,
    when: "sessions of yours were ended from another one",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  hold_begun: {
    security: true,
    when: "your account is put on hold after a recovery",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  hold_ended: {
    security: true,
    when: "the hold of your account is ended before its time",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  key_created: {
    security: true,
    when: "a personal key of yours was created",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  token_created: {
    security: true,
    when: "you created a token of a collective",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  signing_key_created: {
    security: true,
    when: "a signing key of a collective that you administer was registered",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  token_expiring: {
    when: "a token of a collective that you administer expires within a week",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  key_leaked: {
    security: true,
    when: "a personal key of yours was reported as leaked and revoked",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  token_leaked: {
    when: "a token of a collective that you administer was reported as leaked and revoked",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  publisher_added: {
    when: "a trusted publisher is added to a collective that you administer",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  publisher_removed: {
    when: "a trusted publisher of a collective that you administer is removed",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  publisher_learned: {
    when: "a trusted publisher of a collective that you administer is used for the first time",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  publisher_unusual: {
    when:
      "a job of a trusted publisher of a collective that you administer has another actor, event " +
      "or environment than those before",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  publisher_disabled: {
    when: "a trusted publisher of a collective that you administer is disabled",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  publisher_expiring: {
    when: "a trusted publisher of a collective that you administer ends because nobody used it",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  staged: {
    when: "versions wait for approval in a collective that you administer, once an hour at most",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  stage_decided: {
    when:
      "versions that you staged, or that waited in a collective that you administer, are decided, " +
      "once an hour at most",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  stage_overridden: {
    when: "an owner publishes a version without the approvals it needs, in a collective that you " +
      "administer",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  approval_lowered: {
    when: "an owner of a collective of yours lowers what it asks for before a version is published",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  report_received: {
    when: "somebody reports an extension and you are an operator of this registry",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  claim_received: {
    when: "somebody claims a name and you are an operator of this registry",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  claim_decided: {
    when: "an operator decides about a name that you claimed",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  account_disabled: {
    when: "an operator disables your account, or enables it again",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
  operator_acted: {
    when:
      "an operator quarantines, takes down or gives back an extension that you administer, or " +
      "suspends your collective",
    perAccount: 20,
    perAddress: 20,
    hours: 24,
  },
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
