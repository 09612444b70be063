import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mutations } from '../mutations.ts'
import { notAudited, notedByRun } from './not-audited.ts'
import { auditedCall } from './rules.ts'

test('every deletion, and every change of users, settings and company, is noted', () => {
  const names = [...mutations.keys()].filter((name) =>
    /\.delete$|^(settings|company|user)\.(update|create)$/.test(name),
  )
  expect(names).toContain('contact.delete')
  expect(names.filter((name) => auditedCall(name, {}) === null)).toEqual([])
})

test('each mutation is noted, or on the list of those that need not be', () => {
  const free = [...Object.values(notAudited).flat(), ...Object.keys(notedByRun)]
  const isNoted = (name: string) => auditedCall(name, { id: 'x', changes: { hours: { to: null } } }) !== null
  const names = [...mutations.keys()]
  expect(names.filter((name) => !isNoted(name) && !free.includes(name))).toEqual([])
  // No name is on the list for nothing.
  expect(free.filter((name, n) => isNoted(name) || !names.includes(name) || free.indexOf(name) !== n)).toEqual([])
})

test('what was written is never kept: values of choices alone, names of fields', () => {
  const secret = 'Um texto que alguém escreveu, com espaços'
  const fields = fc.constantFrom('name', 'greetingMessage', 'email', 'copilotPromptId', 'timeZone', 'hours')
  fc.assert(
    fc.property(
      fc.constantFrom(...mutations.keys()),
      fc.dictionary(fields, fc.constant({ to: secret })),
      (name, changes) => {
        const call = auditedCall(name, { id: 'x', body: secret, message: secret, changes })
        expect(JSON.stringify(call)).not.toContain(secret)
      },
    ),
  )
})

test('permissions and settings are noted with what they became', () => {
  const changes = { profile: { to: 'admin' }, name: { to: 'Ana' }, queueIds: { to: ['a', 'b'] } }
  expect(auditedCall('user.update', { id: 'u', changes })).toMatchObject({
    action: 'user.changed',
    subjectId: 'u',
    details: { profile: 'admin', queueIds: ['a', 'b'], fields: ['name'] },
  })
  const settings = { call: { to: 'disabled' }, devicesPerUser: { to: 2 } }
  expect(auditedCall('settings.update', { id: 'c', changes: settings })).toMatchObject({
    details: { call: 'disabled', devicesPerUser: 2 },
  })
  expect(auditedCall('message.send', { id: 'm', body: 'oi' })).toBeNull()
})
