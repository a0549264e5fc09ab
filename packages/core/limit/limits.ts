/** The limits of spec §8 and design §5, once. Sizes in bytes, times in milliseconds unless named. */
export const LIMITS = {
  /** API tokens a collective may have, revoked ones included until they are deleted. */
  tokensPerCollective: 25,
  /** Signing keys a collective may have, revoked ones included. */
  signingKeysPerCollective: 100,
  /** OAuth applications a person or a collective may have registered. */
  oauthApplicationsPerOwner: 25,
  oauthApplicationNameCharacters: 128,
  oauthRedirectUris: 10,
  oauthRedirectUriCharacters: 500,
  /** Publishers a collective may have that were never used, and how long each waits, in days. */
  unusedPublishers: 20,
  unusedPublisherDays: 30,
  /** When its admins are told that one ends, in days since it was added. */
  unusedPublisherWarnedDays: 25,
  /** Publishers a collective may have in all. */
  publishersPerCollective: 500,
  /** Largest identity token of a CI job. */
  identityTokenBytes: 16_384,
  /** How long a CI job publishes with what it got for it. */
  publishTokenMs: 15 * 60_000,
  /** Trial of a collective that does not pay, in days. */
  trialDays: 30,
  /** How long a repository verification stands, in days. */
  repositoryVerificationDays: 7,
  /**
   * How a look-up that a scoring event left without an answer is finished: at most this many further
   * tries, none later than so many hours after the event. Then it waits for the next event.
   */
  lookup: { tries: 7, hours: 24 },
  /** How long a job that was given up is kept for the operator, in days. */
  deadJobDays: 14,
  /** Type-A dependencies queried per extension. */
  auditedDependencies: 50,
  /** Weekly downloads below which the audit warns. */
  weeklyDownloadsWarning: 1000,
  /** Months since the last publication above which the audit warns. */
  staleMonths: 24,
  /** README length that counts as substantive, in characters. */
  readmeSubstantiveCharacters: 500,
  /** Fenced code blocks that count as substantive. */
  readmeSubstantiveBlocks: 2,
  /** Documented symbols needed, in percent. */
  documentedSymbolsPercent: 80,
  /** Largest file `readFile` returns. */
  readFileBytes: 1_000_000,
  /** Secrets of vaults. */
  secrets: { keyBytes: 200, valueBytes: 65_536 },
  /** Extensions that one request may ask the status of. */
  statusExtensions: 50,
  /** Largest trending snapshot. */
  trendingCount: 100,
  archive: {
    /** As it is sent. Those that other tools made hold compiled bundles, which are passed over. */
    packedBytes: 52_428_800,
    /** All that is inside, what is passed over included. */
    inflatedBytes: 524_288_000,
    /** Files and folders, those that are passed over included. */
    entries: 2_000,
    /** Sources, texts and binaries. A large extension of the catalogue has 300 small modules. */
    files: 500,
    skillFiles: 150,
    fileBytes: 1_000_000,
    /** The descriptor, which grows with the methods: 220 of them take about 1 MB. */
    descriptorBytes: 5_000_000,
    /** All files that are not passed over, but for the descriptor. */
    unpackedBytes: 10_000_000,
    /** Longest path inside `extension/`. */
    pathBytes: 240,
  },
  /** Largest statement of provenance, in its bundle; real ones have 10 to 11 KB. */
  provenanceBytes: 65_536,
  /** What an extension may ask for: more is read by nobody who grants it. */
  permissions: {
    perKind: 50,
    total: 100,
    /** What may be granted, of each kind and in all: an SDK is one line with many entries. */
    granted: { perKind: 200, total: 400 },
    /** Longest entry: a host of 253 bytes with its port. */
    entryBytes: 260,
  },
  /** Largest JSON request body. */
  requestBodyBytes: 1_000_000,
  /**
   * What JSON and YAML of others may be: lists and objects within each other, in any input; values of
   * a request, and messages of one to `/mcp`.
   */
  json: { levels: 100, values: 100_000, messages: 50 },
  releaseNotesCharacters: 5000,
  /** Longest text of a report to the operators. */
  reportCharacters: 4000,
  /** Longest note by which an operator says why. */
  operatorNoteCharacters: 1000,
  /** Longest grounds of a claim to a name. */
  claimCharacters: 4000,
  /** Claims to names that a person may have open. */
  openClaims: 3,
  labels: 20,
  platforms: 50,
  dependencies: 100,
  /** Longest label, platform, license name or dependency in a manifest. */
  manifestWordCharacters: 300,
  keyNameCharacters: 32,
  tokenNameCharacters: 64,
  collectiveDescriptionCharacters: 500,
  commentCharacters: 65_536,
  /** An upload not confirmed in this time is discarded. */
  uploadLifetimeMs: 15 * 60_000,
  /** Session token a personal key may be exchanged for. */
  exchangedSessionMs: 5 * 60_000,
  invitationDays: 7,
  /** A staged version can be approved in this time. */
  stagedDays: 14,
  /** Versions of one extension that may wait at a time: people who are asked too often read nothing. */
  stagedPerExtension: 5,
  /** Longest reason for which a staged version is rejected. */
  decisionNoteCharacters: 500,
  /** How often a collective may unyank, and lift deprecations, in 24 hours: the log keeps each for ever. */
  liftsADay: 100,
  /** An extension that is offered to another collective can be accepted in this time. */
  transferDays: 14,
  /** As long, pages and clients say that an extension changed hands. */
  transferredDays: 90,
  /** How long a link that acts for an account works, in hours, by what it does. */
  accountLinkHours: { reset: 1, verify: 24, address: 24, hold: 72 },
  /** How long it is remembered which mails went to whom, in days. */
  mailKeptDays: 30,
  /** How long the events of a collective are kept, in days. */
  auditKeptDays: 400,
  /** How long it is kept from which network and with what client they were done, in days. */
  auditOriginKeptDays: 90,
} as const;
