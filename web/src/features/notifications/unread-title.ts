/** Of the window: how many tickets have something unread, as the bell counts them. */
export function unreadTitle(tickets: number): string {
  return tickets === 0 ? 'Balcão' : `(${tickets}) Balcão`
}
