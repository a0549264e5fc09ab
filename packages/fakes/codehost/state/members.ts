/** Who shows everybody that they are a member of an organisation. */
export interface PublicMembers {
  show(org: string, login: string): void;
  has(org: string, login: string): boolean;
}

/** Nobody shows it yet. */
export function createPublicMembers(): PublicMembers {
  const shown = new Set<string>();
  const key = (org: string, login: string) => `${org}/${login}`.toLowerCase();
  return {
    show: (org, login) => void shown.add(key(org, login)),
    has: (org, login) => shown.has(key(org, login)),
  };
}
