declare module "../../platform/jobs/jobs.ts" {
  interface JobKinds {
    /** A mail to be handed to the mail server; about the mail's id. */
    mail: true;
  }
}

export {};
