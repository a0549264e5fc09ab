/** One reason for which an extension is reported to the operator. */
export interface ReportCategoryRow {
  /** As forms and lists show it. */
  label: string;
  /** What belongs to it. */
  about: string;
}

/** Why an extension is reported. */
export const REPORT_CATEGORIES = {
  malware: {
    label: "Malware",
    about: "It steals, destroys or hides what it does",
  },
  secret: {
    label: "Leaked secret",
    about: "It contains a password, a key or personal data",
  },
  copyright: {
    label: "Copyright or license",
    about: "It contains work that its publisher may not distribute",
  },
  name: {
    label: "Misleading name",
    about: "It is named to be mistaken for another one, or uses a trademark",
  },
  spam: {
    label: "Spam",
    about: "It does nothing but advertise or take a name",
  },
  other: {
    label: "Something else",
    about: "Anything else that breaks the rules of this registry",
  },
} as const satisfies Record<string, ReportCategoryRow>;

/** Why an operator quarantines or takes down: what is reported, and what the law demands. */
export const RESTRICTION_CATEGORIES = {
  ...REPORT_CATEGORIES,
  law: {
    label: "Legal reasons",
    about: "A court or an authority demands it",
  },
} as const satisfies Record<string, ReportCategoryRow>;

/** The stable name of such a reason. */
export type RestrictionCategory = keyof typeof RESTRICTION_CATEGORIES;

/** Every such reason, in table order. */
export const RESTRICTION_CATEGORY_NAMES = Object.keys(RESTRICTION_CATEGORIES) as [
  RestrictionCategory,
  ...RestrictionCategory[],
];

/** The stable name of a reason. */
export type ReportCategory = keyof typeof REPORT_CATEGORIES;

/** Every reason, in table order. */
export const REPORT_CATEGORY_NAMES = Object.keys(REPORT_CATEGORIES) as [
  ReportCategory,
  ...ReportCategory[],
];
