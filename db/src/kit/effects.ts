// What is to happen outside of the rows because of a change. Whatever makes the change says it to `ctx.effects`; whoever owns the transaction
// has it done in there (db/src/node/effects.ts). A device causes nothing: it waits for what the server's rows tell.

export interface Effects {
  /** The connection has an own message to send, or something to do to one: the row of `messages` or `message_actions`. */
  wakeSender(connectionId: string, rowId: string): void
  /** The customer is to see that everything up to now was read. */
  tellRead(ticket: { id: string; connectionId: string }): void
  /** WhatsApp is asked whether the contact's number is there: by this connection, or else by any that is up. */
  checkNumber(contact: { id: string; companyId: string }, connectionId?: string): void
  /** Somebody wants the connection's session: linked as it is, or with a new link, as its row says. */
  openSession(connectionId: string): void
  /** The connection is to be unlinked. */
  closeSession(connectionId: string): void
  /** The company has numbers to be asked for, or campaigns to be sent: its sessions look. */
  wakeOutreach(companyId: string): void
  /** A phone's address book is to be taken into the contacts. */
  importPhoneBook(importId: string): void
  /** A responder owes the ticket's customer an answer. */
  answer(ticketId: string): void
  /** A customer's message waits for people: their devices are told of it. */
  notify(messageId: string): void
  /** A note mentions colleagues: their devices are told of it. */
  tellMentioned(noteId: string): void
  /** Something was said in a chat of the team: its other members' devices are told of it. */
  notifyChat(chatMessageId: string): void
}

export const noEffects: Effects = {
  wakeSender() {},
  tellRead() {},
  checkNumber() {},
  openSession() {},
  closeSession() {},
  wakeOutreach() {},
  importPhoneBook() {},
  answer() {},
  notify() {},
  tellMentioned() {},
  notifyChat() {},
}
