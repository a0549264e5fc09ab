declare module "../../../platform/jobs/jobs.ts" {
  interface JobKinds {
    /** Look-ups of a version's audit that got no answer; about the version's id. */
    audit: true;
    /** The look-up of an extension's repository, while it has no answer; about the extension's id. */
    verification: true;
  }
}

export {};
