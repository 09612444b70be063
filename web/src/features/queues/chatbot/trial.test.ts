import type { QueueRow } from 'db/queues/queries.ts'
import { defaultOpeningHours } from 'db/bot/opening-hours.ts'
import { expect, test } from 'vitest'
import { newOption } from './drafts.ts'
import { hoursOfQueue, newConnection, newTrial, nextInstant, say, trialSetup, type TrialWorld } from './trial.ts'

const queue = (id: string, orderQueue: number): QueueRow => ({
  id,
  name: `Fila ${id}`,
  color: '#111111',
  orderQueue,
  greetingMessage: `{{ms}}, {{firstName}}! Fila ${id}.`,
  outOfHoursMessage: `${id} fechada`,
  hours: defaultOpeningHours,
  mediaHash: null,
  mediaName: null,
  mediaMime: null,
  mediaSize: null,
  promptId: null,
  integrationId: null,
  billingLookup: false,
})
const world: TrialWorld = {
  queues: [queue('b', 2), queue('a', 1)],
  options: [{ ...newOption('o', 'a', [], null), title: 'Bolos', message: 'Já vamos!' }],
  connection: newConnection,
  scheduleType: 'queue',
  companyHours: null,
  timeZone: 'America/Sao_Paulo',
}
// A Friday, ten in the morning.
const now = new Date('2026-11-20T13:00:00Z')
const values = { contactName: 'Ana Souza', ticketNumber: 1, now, timeZone: world.timeZone, language: 'pt' as const }
const texts = (written: readonly string[], only: string | null, at = now) => {
  const setup = trialSetup(world, only)
  let trial = newTrial
  for (const text of written) trial = say(trial, text, setup, { ...values, now: at })
  return { ...trial, texts: trial.said.map((each) => each.text) }
}

test('one queue greets at once, variables filled; a leaf leaves the customer to people', () => {
  const trial = texts(['oi', '1', 'oi?'], 'a')
  expect(trial.texts[1]).toBe('Bom dia, Ana! Fila a.\n\n*1* - Bolos\n\n*#* - Menu inicial')
  expect(trial.texts.slice(2)).toEqual(['1', 'Já vamos!', 'oi?'])
  expect(trial).toMatchObject({ isSilent: true, state: { queueId: 'a', chatbot: false } })
})

test('several are offered in their order', () => {
  expect(texts(['oi'], null).texts[1]).toBe('*1* - Fila a\n*2* - Fila b')
})

test('when it is closed, and when it is open again', () => {
  const hours = hoursOfQueue(world, 'a') ?? defaultOpeningHours
  const at = (open: boolean, from: Date) => nextInstant(hours, open, from, world.timeZone)
  expect(at(true, now)).toBe(now)
  const closed = at(false, now)
  expect(closed?.toISOString()).toBe('2026-11-20T21:00:00.000Z')
  expect(at(true, new Date('2026-11-21T15:00:00Z'))?.toISOString()).toBe('2026-11-23T11:00:00.000Z')
  expect(texts(['oi'], 'a', closed ?? now).texts[1]).toBe('a fechada')
  expect(nextInstant({ ...hours, days: [[], [], [], [], [], [], []] }, true, now, world.timeZone)).toBeNull()
})

test('hours that don’t count are none', () => {
  expect(hoursOfQueue({ ...world, scheduleType: 'disabled' }, 'a')).toBeNull()
  expect(hoursOfQueue({ ...world, scheduleType: 'company' }, 'a')).toBeNull()
})
