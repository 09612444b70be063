/** Title of the window, with the number of tickets and chats that have something unread, as the bells count them. */
export function unreadTitle(conversations: number): string {
  return conversations === 0 ? 'Balcão' : `(${conversations}) Balcão`
}
