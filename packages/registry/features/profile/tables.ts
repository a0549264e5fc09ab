/** Profiles of people and collectives. */
declare module "../../platform/store/schema.ts" {
  interface Schema {
    profile: ProfileTable;
  }
}

/** What was written about oneself; a subject without a row has an empty profile. */
export interface ProfileTable {
  subject_kind: "user" | "collective";
  subject_id: string;
  display_name: string | null;
  bio: string | null;
  url: string | null;
  location: string | null;
  updated_at: string;
}
