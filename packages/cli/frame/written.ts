/** A time as lists show it: to the second, in UTC. */
export function written(createdAt: string): string {
  return createdAt.slice(0, 19).replace("T", " ");
}
