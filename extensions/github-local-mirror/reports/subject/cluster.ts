import {
  numberIn,
  type Relationship,
  RELATIONSHIPS,
} from "../../../platform/subjects/references.ts";
import { SUBJECT_TYPES, subjectPart } from "../../../platform/subjects/subject.ts";
import type { SubjectReference } from "../../outputs/subjects.ts";
import type { Stored } from "../stored/stored.ts";

/** One subject speaks of another one of the same repository. */
export interface Link {
  from: number;
  to: number;
  relationship: Relationship;
}

/** A subject of the cluster. */
export interface Member {
  number: number;
  /** How many links are between it and the subject: 1 or 2. */
  distance: number;
  /** Links that lead to it. */
  links: Link[];
}

/** What belongs together. */
export interface Cluster {
  /** Nearest first, then by the strength of their links; 50 at most. */
  members: Member[];
  /** How many more there are. */
  beyond: number;
  /** What the subject speaks of in other repositories, as `owner/name#number`. */
  external: { target: string; relationship: Relationship }[];
}

const MOST_MEMBERS = 50;

/** The subjects around one: those it speaks of and that speak of it, and the next ones behind them. */
export async function readCluster(stored: Stored, number: number): Promise<Cluster> {
  const own = await readReferences(stored, [number]);
  const near = ends(own.flatMap(linksOf)).filter((one) => one !== number);
  const all = [...own, ...await readReferences(stored, near)];
  const external = own.flatMap(({ references }) =>
    references.flatMap(({ target, relationship, external }) =>
      external ? [{ target, relationship }] : []
    )
  );
  return { ...around(number, once(all.flatMap(linksOf))), external };
}

/** The references of these numbers; each is a pull request's or an issue's. */
async function readReferences(
  stored: Stored,
  numbers: readonly number[],
): Promise<SubjectReference[]> {
  const named = numbers.flatMap((number) =>
    SUBJECT_TYPES.map((type) =>
      stored.names.of("subjectReference", subjectPart({ subjectType: type, number }))
    )
  );
  return (await stored.some("subjectReference", named)).filter((one) => one !== null);
}

/** The links from and to a subject within the repository. */
function linksOf({ number, references, referencedBy = [] }: SubjectReference): Link[] {
  const from = references.flatMap(({ target, relationship, external }): Link[] => {
    const to = numberIn(target);
    return external || to === null ? [] : [{ from: number, to, relationship }];
  });
  const to = referencedBy.map(({ number: from, relationship }) => ({
    from,
    to: number,
    relationship,
  }));
  return [...from, ...to].filter(({ from, to }) => from !== to);
}

function ends(links: readonly Link[]): number[] {
  return [...new Set(links.flatMap(({ from, to }) => [from, to]))];
}

/** Links that both of their ends tell, once, in one order. */
function once(links: readonly Link[]): Link[] {
  const known = new Map(links.map((link) => [`${link.from} ${link.to}`, link]));
  return [...known.values()].sort((one, other) => one.from - other.from || one.to - other.to);
}

/** The members of a cluster, by the links of the whole repository. */
export function around(number: number, links: readonly Link[]): Omit<Cluster, "external"> {
  const byNumber = new Map<number, Link[]>();
  for (const link of links) {
    for (const end of [link.from, link.to]) {
      const known = byNumber.get(end);
      if (known === undefined) byNumber.set(end, [link]);
      else known.push(link);
    }
  }
  const members = new Map<number, Member>();
  let border = [number];
  for (let distance = 1; distance <= 2; distance++) {
    const reached = new Set<number>();
    for (const from of border) {
      for (const link of byNumber.get(from) ?? []) {
        const other = link.from === from ? link.to : link.from;
        if (other === number) continue;
        const member = members.get(other);
        if (member === undefined) {
          members.set(other, { number: other, distance, links: [link] });
          reached.add(other);
        } else if (member.distance === distance) member.links.push(link);
      }
    }
    border = [...reached];
  }
  const sorted = [...members.values()].sort(byNearness);
  return {
    members: sorted.slice(0, MOST_MEMBERS),
    beyond: Math.max(0, sorted.length - MOST_MEMBERS),
  };
}

function byNearness(one: Member, other: Member): number {
  return one.distance - other.distance || strength(one) - strength(other) ||
    one.number - other.number;
}

/** The place of a member's strongest link among the relationships. */
function strength({ links }: Member): number {
  return Math.min(...links.map(({ relationship }) => RELATIONSHIPS.indexOf(relationship)));
}
