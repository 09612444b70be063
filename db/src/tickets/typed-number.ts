/** The ticket's number that somebody means who types '#123' or '123'. */
export function ticketNumberIn(typed: string): number | undefined {
  const digits = /^#?(\d{1,9})$/.exec(typed.trim())?.[1]
  return digits === undefined ? undefined : Number(digits)
}
