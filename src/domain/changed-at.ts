/** The time of a change, as `updatedAt`: never before `createdAt`, even if the clock was set back in between. */
export function changedAt({ createdAt }: { createdAt: string }, now: number): string {
  return new Date(Math.max(now, Date.parse(createdAt))).toISOString();
}
