// Everything that reads what customers wrote on its way to a screen: nothing throws, and 64 KB cost about what any text of that length does.
import { fillVariables } from 'db/bot/variables.ts'
import { normalName } from 'db/contacts/same-person.ts'
import { cutText } from 'db/kit/texts/cut-text.ts'
import { expectCheapToRead, hostileText } from 'db/kit/texts/test-hostile-texts.ts'
import { isEmoji } from 'db/messages/rules.ts'
import { ratingOf } from 'db/tickets/closing.ts'
import * as fc from 'fast-check'
import { User } from 'lucide-react'
import { test } from 'vitest'
import { csvOf } from '../lib/text/csv.ts'
import { initialsOf } from '../lib/text/initials.ts'
import { plainText, splitMentions } from '../lib/text/message-markup.ts'
import { isOnlyEmoji } from '../lib/text/only-emoji.ts'
import { formatPhone } from '../lib/text/phone-number.ts'
import { digitsOf, likePattern, searchWords } from 'db/kit/sql/search-text.ts'
import { notificationOf, parsePush } from '../notifications/notification.ts'
import { groupsFor } from './shell/palette/palette-items.ts'
import { contactName } from '../desk/contacts/contact-name.ts'
import { unsupportedName } from '../desk/message-kind.ts'
import { cutPreview, finishedText, slashTermAt } from './tickets/conversation/composer/message-text.ts'
import { countReactions } from '../desk/conversation/bubble/reaction-counts.ts'
import { senderColor } from '../desk/conversation/bubble/sender-color.ts'
import { piecesOf, snippetOf } from './tickets/list/search/highlight.ts'

const values = { contactName: 'Ana', ticketNumber: 1, now: new Date(0), timeZone: 'UTC', language: 'pt' } as const
const push = (title: string, body: string) =>
  JSON.stringify({
    kind: 'message',
    userId: 'u',
    ticketId: '00000000-0000-4000-8000-000000000000',
    title,
    body,
    unread: 1,
  })

const readers: Record<string, (text: string) => unknown> = {
  plainText,
  splitMentions: (text) => splitMentions(text, [{ digits: '5511', name: text }]),
  isOnlyEmoji,
  isEmoji,
  initialsOf,
  formatPhone,
  digitsOf,
  likePattern,
  cutText: (text) => cutText(text, 300),
  cutPreview,
  slashTermAt: (text) => slashTermAt(text, text.length),
  finishedText: (text) => finishedText(text, { ...values, contactName: text.slice(0, 255) }, 'Rafael'),
  fillVariables: (text) => fillVariables(text, values),
  ratingOf,
  normalName,
  contactName: (text) => contactName({ contactName: text, contactNumber: null }),
  contactNumber: (text) => contactName({ contactName: null, contactNumber: text }),
  unsupportedName: (text) => unsupportedName({ mediaType: text, details: null }),
  countReactions: (text) => countReactions({ me: text }),
  senderColor,
  csvOf: (text) => csvOf([[text]]),
  pieces: (text) => piecesOf(text.slice(0, 801), ['a', 'pal']),
  snippet: (text) => snippetOf(text, ['a', 'pal']),
  searchWords,
  palette: (text) => groupsFor([{ label: '', items: [{ id: '', label: text, icon: User, run() {} }] }], 'a'),
  notification: (text) => {
    const parsed = parsePush(push(text, text))
    return parsed && notificationOf(parsed, ['pt'])
  },
}

test.each(Object.entries(readers))('%s', (_, read) => {
  fc.assert(
    fc.property(hostileText, (text) => {
      read(text)
    }),
    { numRuns: 300 },
  )
  // Tens of milliseconds on a slow day; what takes the square of the length takes seconds.
  expectCheapToRead(700, read, { pairs: 30 })
})
