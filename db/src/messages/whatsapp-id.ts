/** The WhatsApp id of an own message, fixed by its row's id (UUIDv7): a second attempt carries the same id and WhatsApp drops it. */
export function whatsappIdOf(messageId: string) {
  return `3EB0${messageId.replaceAll('-', '').slice(-18).toUpperCase()}`
}
