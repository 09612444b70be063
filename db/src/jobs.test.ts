// While an installation is upgraded, servers and workers of both versions send each other jobs, and some wait from before: what was ever sent is
// taken by today's schemas. Lines are added and never changed.
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  answerJob,
  connectionJob,
  contactImportJob,
  deliveryJob,
  mediaFetchJob,
  notificationJob,
  privacyJob,
  startJob,
  webhookOffJob,
} from './jobs.ts'

const id = '01a1fdf3-cbc3-7686-a9ba-500000000001'
const other = '01a1fdf3-cbc3-7686-a9ba-500000000002'

const sent: [string, v.GenericSchema, object][] = [
  ['start', startJob, { connectionId: id }],
  ...[
    { name: 'message.send' },
    { name: 'message.act' },
    { name: 'sender.wake' },
    { name: 'message.read', ticketId: id },
    { name: 'connection.link' },
    { name: 'ticket.typing', ticketId: id, state: 'composing', at: '2026-05-04T12:00:00.000Z' },
    { name: 'media.renew', messageId: id },
    { name: 'contact.check', contactId: id },
    { name: 'outreach.wake' },
    { name: 'connection.disconnect' },
  ].map((job): [string, v.GenericSchema, object] => [`connection ${job.name}`, connectionJob, job]),
  ['import', contactImportJob, { importId: id }],
  ['privacy', privacyJob, { requestId: id }],
  ['media', mediaFetchJob, { messageId: id }],
  ['notification of a ticket, before chats', notificationJob, { messageId: id }],
  ['notification of a chat', notificationJob, { messageId: id, of: 'chat' }],
  ['notification of a note', notificationJob, { noteId: id }],
  ['delivery, before chats', deliveryJob, { subscriptionId: id, messageId: other }],
  ['delivery of a try', deliveryJob, { subscriptionId: id, messageId: null }],
  ['delivery of a chat', deliveryJob, { subscriptionId: id, messageId: other, of: 'chat' }],
  ['delivery of a mention', deliveryJob, { subscriptionId: id, mentionId: other }],
  ['answer', answerJob, { ticketId: id }],
  ['webhook off', webhookOffJob, { endpointId: id, userId: other }],
]

test.each(sent)('%s', (_, schema, job) => {
  expect(v.safeParse(schema, job).success).toBe(true)
})

test('each kind that a connection’s holder is told has its line', () => {
  const names = new Set(sent.flatMap(([, schema, job]) => (schema === connectionJob && 'name' in job ? job.name : [])))
  const known = connectionJob.options.flatMap(({ entries: { name } }) =>
    'options' in name ? [...name.options] : [name.literal],
  )
  expect(known.filter((name) => !names.has(name))).toEqual([])
})
