/** Title of the window, with the number of tickets that have something unread, as the bell counts them. */
export function unreadTitle(tickets: number): string {
  return tickets === 0 ? 'Balcão' : `(${tickets}) Balcão`
}
