/** One kind of mail: what it is for, and how often it may go to one address. */
export interface MailKindRow {
  /** As the account page lists it: "When …". */
  when: string;
  /** At most so many an hour to one address, whoever causes them. */
  perHour: number;
  /** Given up after so many hours: it would be of no use any more. */
  hours: number;
}

/** Every mail the registry sends. None of them can be switched off: each answers an act or warns. */
export const MAIL_KINDS = {
  verify_address: {
    when: "your address has to be confirmed",
    perHour: 3,
    hours: 24,
  },
  reset_password: {
    when: "somebody asks to reset your password",
    perHour: 3,
    hours: 1,
  },
  confirm_address: {
    when: "you change your address: to the new one, to confirm it",
    perHour: 3,
    hours: 24,
  },
  address_changed: {
    when: "your address was changed: to the old one",
    perHour: 20,
    hours: 24,
  },
  password_changed: {
    when: "your password was changed or reset",
    perHour: 20,
    hours: 24,
  },
  key_created: {
    when: "a personal key of yours was created",
    perHour: 20,
    hours: 24,
  },
  token_created: {
    when: "you created a token of a collective",
    perHour: 20,
    hours: 24,
  },
  token_expiring: {
    when: "a token of a collective that you administer expires within a week",
    perHour: 20,
    hours: 24,
  },
  invitation: {
    when: "you are invited to a collective",
    perHour: 5,
    hours: 24,
  },
} as const satisfies Record<string, MailKindRow>;

/** The stable name of a kind of mail. */
export type MailKind = keyof typeof MAIL_KINDS;
