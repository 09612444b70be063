import { array, assert, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { isHintedIn, isRefusal, isStop, usualStopWords } from './opt-out-words.ts'
import { capOn, defaultPace, endOf, isWithinHours, nextPause, type Chance } from './pace.ts'
import { editable, fillPerson, missing, variantsOf } from './rules.ts'
import { stopReasonOf } from './stop-rules.ts'
import { factsOf, lightOf } from './health.ts'

const now = new Date('2026-11-23T15:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const blank = { message1: '', message2: '', message3: '', message4: '', message5: '' }
const unasked = {
  confirmationMessage1: '',
  confirmationMessage2: '',
  confirmationMessage3: '',
  confirmationMessage4: '',
  confirmationMessage5: '',
}
const draft = { connectionId: null, contactListId: null, tagId: null, confirmation: false, ...blank, ...unasked }

test.each([
  ['INATIVA', null, 'all'],
  ['PROGRAMADA', 61, 'all'],
  ['PROGRAMADA', 60, 'nothing'],
  ['PROGRAMADA', -5, 'nothing'],
  ['EM_ANDAMENTO', null, 'nothing'],
  ['CANCELADA', null, 'texts'],
  ['FINALIZADA', null, 'nothing'],
] as const)('of one that is %s, %s minutes ahead, %s may be changed', (status, minutes, what) => {
  expect(editable({ status, scheduledAt: minutes === null ? null : inMinutes(minutes) }, now)).toBe(what)
})

test('each thing that is missing is named at its field', () => {
  expect(missing(draft)).toEqual({ connectionId: 'required', contactListId: 'required', message1: 'required' })
  const complete = { ...draft, connectionId: 'c', contactListId: 'l', message4: 'Oi' }
  expect(missing(complete)).toEqual({})
  expect(missing({ ...complete, tagId: 't' })).toEqual({ tagId: 'one-audience' })
  expect(missing({ ...complete, confirmation: true, confirmationMessage2: ' ' })).toEqual({
    confirmationMessage1: 'required',
  })
})

test('blank messages are no variants', () => {
  expect(variantsOf({ ...draft, message2: 'B', message4: ' ', message5: 'E' }, 'message')).toEqual(['B', 'E'])
})

test('names are filled in, of the person first; what nobody knows and what is the conversation’s stays', () => {
  const person = { name: ' Ana Souza ', number: '5511988887777', email: 'ana@x.example' }
  const own = [
    { key: 'Site', value: 'padaria.example {nome}' },
    { key: 'nome', value: 'x' },
  ]
  expect(fillPerson('{nome} {NUMERO} {email} {site} {outro} {{name}}', person, own)).toBe(
    'Ana Souza 5511988887777 ana@x.example padaria.example {nome} {outro} {{name}}',
  )
})

test.each(['sair', 'SAIR!', ' Parar ', 'Pare, por favor', 'STOP', 'Quero sair da lista', 'não me mande mais'])(
  '%j stops campaigns',
  (text) => expect(isStop(text, usualStopWords)).toBe(true),
)

const innocent = ['não', 'sim', 'não quero parar de receber', 'quando vocês vão parar?', 'stopped', '', '👍']
test.each([...innocent, 'cancelar', 'Cancelar, por favor', 'remover', 'baja'])('%j does not', (text) =>
  expect(isStop(text, usualStopWords)).toBe(false),
)

test('the words are the company’s', () => {
  expect(isStop('Chega!', ['chega', '0'])).toBe(true)
  expect(isStop('0', ['chega', '0'])).toBe(true)
  expect(isStop('sair', ['chega'])).toBe(false)
})

test.each([
  ['Natal! Para não receber mais, responda CANCELAR.', 'Cancelar'],
  ['Oferta.\nDigite *0* para sair', '0'],
  ['Reply STOPALL to unsubscribe', 'stopall'],
  ['Responda com "REMOVER" se não quiser mais receber mensagens', 'remover'],
])('%j makes %j one', (campaign, text) => expect(isHintedIn(campaign, text)).toBe(true))

test.each([
  ['Responda SIM para confirmar ou CANCELAR para cancelar o pedido.', 'cancelar'],
  ['Responda SIM e ganhe. Para não receber mais, responda SAIR.', 'sim'],
  ['Nosso bolo de Natal', 'bolo'],
  ['Responda .* para sair', 'qualquer'],
  ['Para sair, responda SAIR', ''],
])('%j does not make %j one', (campaign, text) => expect(isHintedIn(campaign, text)).toBe(false))

test.each(['Não', 'NAO', 'n', 'não, obrigada', 'Não quero', 'no gracias'])('%j refuses', (text) =>
  expect(isRefusal(text)).toBe(true),
)

test.each(['sim', 'ok', 'não sei', 'sair', '', 'claro que não é problema', '['.repeat(65_536)])(
  '%j is no refusal',
  (text) => expect(isRefusal(text)).toBe(false),
)

test('whatever chance does, no stretch of time has more messages than were set, and no pause is a fifth shorter', () => {
  const chance = double({ min: 0, max: 0.999, noNaN: true })
  assert(
    property(array(chance, { minLength: 2, maxLength: 60 }), (draws) => {
      const interval = 20_000
      let state: Chance = { gapMs: 0, jitterMs: 0, inARow: 0 }
      const gaps = draws.map((draw) => {
        state = nextPause({ ...defaultPace, longerIntervalAfter: 0 }, state, 1, () => draw)
        return state.gapMs
      })
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(interval * 0.8)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(interval * 1.2)
      for (const from of gaps.keys()) {
        let lasted = 0
        for (const [at, gap] of gaps.slice(from).entries()) {
          lasted += gap
          expect(lasted).toBeGreaterThanOrEqual(interval * (at + 1) - interval * 0.2 - 1)
        }
      }
    }),
  )
})

test('after so many comes a longer pause, and files count as messages', () => {
  const none = () => 0
  const before = { jitterMs: 0, inARow: 18 }
  expect(nextPause(defaultPace, before, 1, none)).toEqual({ gapMs: 20_000, jitterMs: 0, inARow: 19 })
  expect(nextPause(defaultPace, { ...before, inARow: 19 }, 1, none)).toEqual({ gapMs: 60_000, jitterMs: 0, inARow: 0 })
  expect(nextPause(defaultPace, before, 4, none)).toEqual({ gapMs: 80_000, jitterMs: 0, inARow: 0 })
  expect(nextPause({ ...defaultPace, messageInterval: 0 }, { jitterMs: 0, inARow: 0 }, 1, none).gapMs).toBe(0)
})

test('a new number sends little, an old one up to the cap', () => {
  const days = (count: number) => new Date(now.getTime() - count * 24 * 60 * 60_000)
  expect(capOn(defaultPace, now, now)).toBe(20)
  expect(capOn(defaultPace, days(13), now)).toBe(800)
  expect(capOn(defaultPace, days(14), now)).toBe(1000)
  expect(capOn({ ...defaultPace, dailyCap: 0, warmUp: [] }, now, now)).toBeNull()
})

test.each([
  ['08:00', '20:00', true],
  ['12:00', '12:01', true],
  ['12:01', '20:00', false],
  ['22:00', '12:01', true],
  ['22:00', '12:00', false],
  ['00:00', '00:00', true],
])('from %s to %s it is %s at noon', (startHour, endHour, open) => {
  expect(isWithinHours({ ...defaultPace, startHour, endHour }, now, 'America/Sao_Paulo')).toBe(open)
})

test('the end is told by pace, hours and cap', () => {
  const of = { settings: defaultPace, timeZone: 'America/Sao_Paulo', since: new Date(0), sentToday: 0 }
  // 22 s each: a minute every twenty.
  expect(endOf({ ...of, messages: 100 }, now)).toEqual(new Date(now.getTime() + 100 * 22_000))
  // Eight hours are left of today's hours, and 1,000 of the cap.
  const days = (endOf({ ...of, messages: 3000 }, now)?.getTime() ?? 0) - now.getTime()
  expect(days / (24 * 60 * 60_000)).toBeGreaterThan(1.9)
  expect(days / (24 * 60 * 60_000)).toBeLessThan(2.5)
  expect(
    endOf({ ...of, messages: 1, settings: { ...defaultPace, warmUp: Array(14).fill(0) }, since: now }, now),
  ).toEqual(new Date('2026-12-07T15:00:22.000Z'))
})

test.each([
  [{ error: '463' }, 3, 'refusals'],
  [{ error: '463' }, 2, null],
  [{ error: 'send_failed' }, 10, 'failures'],
  [{ error: 'send_failed' }, 9, null],
  [{ optedOut: true }, 10, 'opt_outs'],
  [{ optedOut: true }, 9, null],
] as const)('%j %i times stops with %s', (outcome, times, reason) => {
  const fine = { error: null, optedOut: false }
  expect(
    stopReasonOf([
      ...Array.from({ length: times }, () => ({ ...fine, ...outcome })),
      ...Array.from({ length: 40 }, () => fine),
    ]),
  ).toBe(reason)
})

test('the light is the worst fact’s, told with the two that moved it', () => {
  const fine = { begun: 100, answered: 40, sent: 200, failures: {}, stopped: 0, ageDays: 90, sentToday: 10, cap: 1000 }
  expect(lightOf(factsOf(fine))).toBe('green')
  const worse = factsOf({ ...fine, failures: { 463: 4, send_failed: 30 }, ageDays: 3 })
  expect(lightOf(worse)).toBe('red')
  expect(worse.slice(0, 2).map(({ kind }) => kind)).toEqual(['restricted', 'failed'])
  expect(lightOf(factsOf({ ...fine, answered: 2 }))).toBe('yellow')
})
