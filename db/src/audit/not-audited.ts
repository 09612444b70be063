// Which mutations leave nothing in the audit log, and why. Pure data. A mutation is noted (rules.ts), or by what it does (`notedByRun`), or here: a test
// fails for one that is nowhere.
import type { AuditAction } from './rules.ts'

/** Written by the mutation itself, since its arguments don't say whether it happens. */
export const notedByRun: Readonly<Record<string, AuditAction>> = {
  'contact.update': 'contact.numberChanged',
}

/** By reason. */
export const notAudited: Readonly<Record<string, readonly string[]>> = {
  'the conversation itself tells it: by whom, and when': [
    'ticket.accept',
    'ticket.return',
    'ticket.close',
    'ticket.reopen',
    'ticket.transfer',
    'ticket.create',
    'message.send',
    'message.forward',
    'message.react',
    'message.edit',
    'ticketNote.create',
  ],
  'said among colleagues, who see it': ['chat.create', 'chat.update', 'chat.leave', 'chat.read', 'chatMessage.send'],
  'what one has seen': ['ticket.markRead', 'ticketNote.see', 'announcement.see'],
  'work of every day that takes nothing away': [
    'contact.create',
    'contact.importFromPhone',
    'tag.create',
    'tag.update',
    'ticketTag.add',
    'ticketTag.move',
    'ticketTag.remove',
    'ticketTag.sync',
    'ticketTag.clearLanes',
    'quickMessage.create',
    'quickMessage.update',
    'schedule.create',
    'schedule.update',
    'fileList.create',
    'fileList.update',
    'contactList.create',
    'contactList.update',
  ],
  'one’s own': ['notificationSettings.update', 'user.updateProfile'],
  'the operator’s words to all companies, which everybody sees': [
    'help.create',
    'help.update',
    'announcement.create',
    'announcement.update',
  ],
}
