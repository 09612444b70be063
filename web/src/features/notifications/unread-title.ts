/** Title of the window, with how many tickets and chats have something unread and how many notes mention whoever looks, as the bells count them. */
export function unreadTitle(count: number): string {
  return count === 0 ? 'Balcão' : `(${count}) Balcão`
}
