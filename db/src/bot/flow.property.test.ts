// Any customer, any tree: what must hold whatever is said.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answer, childrenOf, newBotState, type BotOption, type BotQueue, type BotSetup, type BotState } from './flow.ts'
import { defaultOpeningHours } from './opening-hours.ts'

const now = new Date('2026-11-20T13:00:00Z')
const input = fc.oneof(fc.constantFrom('1', '2', '3', '9', '0', '#', 'oi', 'Fila 1', 'Opção 2', ''), fc.string())

/** Parents come before their children, so that there are no circles. */
const tree = (queueId: string) =>
  fc
    .array(fc.record({ parent: fc.option(fc.nat({ max: 20 })), option: fc.nat({ max: 5 }), message: fc.string() }))
    .map((made): BotOption[] =>
      made.map(({ parent, option, message }, index) => ({
        id: `${queueId}/${index}`,
        parentId: parent === null || index === 0 ? null : `${queueId}/${parent % index}`,
        option,
        title: `Opção ${option}`,
        message,
        mediaHash: null,
        mediaName: null,
      })),
    )

const setups: fc.Arbitrary<BotSetup> = fc
  .record({ count: fc.nat({ max: 3 }), max: fc.nat({ max: 4 }), trees: fc.tuple(tree('0'), tree('1'), tree('2')) })
  .map(({ count, max, trees }) => ({
    greetingMessage: 'Olá',
    outOfHoursMessage: '',
    queues: trees.slice(0, count).map((options, index): BotQueue => ({
      id: String(index),
      name: `Fila ${index}`,
      greetingMessage: 'Bem-vindo',
      outOfHoursMessage: '',
      hours: null,
      mediaHash: null,
      mediaName: null,
      options,
      responder: null,
    })),
    elsewhere: null,
    responder: null,
    maxUseBotQueues: max,
    timeUseBotQueues: 0,
    scheduleType: 'disabled',
    companyHours: null,
    timeZone: 'UTC',
  }))

function after(texts: readonly string[], setup: BotSetup) {
  let state: BotState = newBotState
  let silent = 0
  for (const text of texts) {
    const step = answer(text, state, setup, now)
    silent = step.replies.length === 0 ? silent + 1 : 0
    state = step.state
  }
  return { state, silent }
}

test('the state names only what is there, and a bot in charge of a queue has something to offer', () => {
  fc.assert(
    fc.property(setups, fc.array(input), (setup, texts) => {
      const { state } = after(texts, setup)
      const queue = setup.queues.find(({ id }) => id === state.queueId)
      if (state.queueId !== null) expect(queue).toBeDefined()
      if (state.botOptionId !== null) expect(queue?.options.map(({ id }) => id)).toContain(state.botOptionId)
      if (queue && state.chatbot) expect(childrenOf(queue, state.botOptionId).length).toBeGreaterThan(0)
    }),
  )
})

test('one message gets at most one answer, and there is always a way out', () => {
  fc.assert(
    fc.property(setups, fc.array(input), (setup, texts) => {
      const { state } = after(texts, setup)
      const step = answer('#', state, setup, now)
      expect(step.replies.length).toBeLessThanOrEqual(1)
      if (setup.queues.length > 1) {
        expect(step.replies).toHaveLength(1)
        expect(step.state).toMatchObject({ queueId: null, botOptionId: null, botMenus: 1 })
      }
    }),
  )
})

test('below the top, 0 is answered whatever was said before', () => {
  fc.assert(
    fc.property(setups, fc.nat({ max: 10 }), fc.array(input), (setup, timeUseBotQueues, texts) => {
      const slow = { ...setup, timeUseBotQueues }
      const { state } = after(texts, slow)
      fc.pre(state.chatbot && state.botOptionId !== null)
      expect(answer('0', state, slow, now).replies).toHaveLength(1)
    }),
  )
})

test('past the limit of menus the bot is silent, until a valid choice', () => {
  fc.assert(
    fc.property(setups, fc.array(fc.constantFrom('x', 'y', '?'), { minLength: 6, maxLength: 12 }), (setup, texts) => {
      fc.pre(setup.maxUseBotQueues > 0 && setup.queues.length > 1)
      const { state, silent } = after(texts, setup)
      expect(state.botMenus).toBe(setup.maxUseBotQueues)
      expect(silent).toBe(texts.length - setup.maxUseBotQueues)
      expect(answer('1', state, setup, now).state.queueId).toBe('0')
    }),
  )
})

test('whoever begins while it is closed is in the same place, and hears the same, as who begins when it is open', () => {
  const night = new Date('2026-11-22T03:00:00Z')
  fc.assert(
    fc.property(setups, fc.array(input), fc.constantFrom('company', 'queue'), (open, texts, scheduleType) => {
      const queues = open.queues.map((queue) => ({ ...queue, hours: defaultOpeningHours }))
      const setup = { ...open, queues, scheduleType, companyHours: defaultOpeningHours }
      // Out of a queue the customer asks for the choice; what is asked for at night is another story.
      const said = texts.filter((text) => queues.length === 1 || (text !== '#' && scheduleType === 'company'))
      let state = newBotState
      for (const text of said) ({ state } = answer(text, state, setup, night))
      expect(answer('oi', state, setup, now).replies).toEqual(answer('oi', newBotState, setup, now).replies)
      if (queues.length === 1 && said.length > 0) expect(state.queueId).toBe('0')
    }),
  )
})
