import { describe, expect, test } from 'vitest'
import { answer, moveTo, newBotState, type BotOption, type BotQueue, type BotSetup, type BotState } from './flow.ts'
import { defaultOpeningHours } from './opening-hours.ts'

const now = new Date('2026-11-20T13:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const night = new Date('2026-11-21T02:00:00Z')

const option = (id: string, parentId: string | null, order: number, message = `texto ${id}`): BotOption => ({
  id,
  parentId,
  option: order,
  title: `Opção ${id}`,
  message,
  mediaHash: null,
  mediaName: null,
})
const queue = (id: string, change: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name: `Fila ${id}`,
  greetingMessage: `Bem-vindo a ${id}`,
  outOfHoursMessage: `${id} está fechada`,
  hours: null,
  mediaHash: null,
  mediaName: null,
  options: [],
  responder: null,
  ...change,
})
const sales = queue('Vendas', {
  options: [option('b', null, 2), option('a', null, 1), option('a1', 'a', 1), option('a2', 'a', 2)],
})
const setup = (change: Partial<BotSetup> = {}): BotSetup => ({
  greetingMessage: 'Olá!',
  outOfHoursMessage: 'Estamos fechados',
  queues: [sales, queue('Financeiro')],
  elsewhere: null,
  responder: null,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  scheduleType: 'disabled',
  companyHours: null,
  timeZone: 'America/Sao_Paulo',
  ...change,
})

/** Says one thing after the other; the texts of the last answer. */
function talk(texts: readonly string[], of: BotSetup = setup(), at = now) {
  let state: BotState = newBotState
  let said: string[] = []
  for (const text of texts) {
    const step = answer(text, state, of, at)
    state = step.state
    said = step.replies.map((reply) => reply.text)
  }
  return { state, said }
}

describe('queue choice', () => {
  test('the first message is greeted with the list', () => {
    const { said, state } = talk(['1'])
    expect(said).toEqual(['Olá!\n\n*1* - Fila Vendas\n*2* - Fila Financeiro'])
    expect(state).toMatchObject({ queueId: null, chatbot: true, botMenus: 1 })
  })

  test.each(['2', ' 2. ', '*2*', 'fila financeiro', 'FILA FINANCEIRO'])('%j picks the second', (reply) => {
    const { said, state } = talk(['oi', reply])
    expect(state).toMatchObject({ queueId: 'Financeiro', chatbot: false, botMenus: 0 })
    expect(said).toEqual(['Bem-vindo a Financeiro'])
  })

  test('a wrong answer repeats the menu, up to the limit; then the bot is silent', () => {
    expect(talk(['oi', 'quero bolo', '3']).said).toHaveLength(1)
    expect(talk(['oi', 'quero bolo', '3', '0', 'oi?']).said).toEqual([])
    expect(talk(['oi', 'x', 'x', 'x', '1']).state.queueId).toBe('Vendas')
  })

  test('no two menus within the set minutes', () => {
    const of = setup({ timeUseBotQueues: 10 })
    const first = answer('oi', newBotState, of, now)
    expect(answer('?', first.state, of, later(9)).replies).toEqual([])
    expect(answer('?', first.state, of, later(10)).replies).toHaveLength(1)
  })

  test('with one queue there is nothing to choose', () => {
    const { state, said } = talk(['oi'], setup({ queues: [queue('Vendas')] }))
    expect(state).toMatchObject({ queueId: 'Vendas', chatbot: false })
    expect(said).toEqual(['Bem-vindo a Vendas'])
  })

  test('without queues the connection greets once, and people answer', () => {
    const of = setup({ queues: [] })
    const { state, said } = talk(['oi'], of)
    expect(said).toEqual(['Olá!'])
    expect(state).toMatchObject({ queueId: null, chatbot: false })
    expect(answer('alguém?', state, of, now).replies).toEqual([])
    expect(talk(['oi'], setup({ queues: [], greetingMessage: ' ' })).said).toEqual([])
  })

  test('the only queue that has no greeting is greeted for by the connection; one that was chosen is not', () => {
    const mute = queue('Vendas', { greetingMessage: ' ' })
    expect(talk(['oi'], setup({ queues: [mute] })).said).toEqual(['Olá!'])
    const withTree = { ...mute, options: sales.options }
    expect(talk(['oi'], setup({ queues: [withTree] })).said[0]).toMatch(/^Olá!\n\n\*1\* - Opção a/)
    expect(talk(['oi', '1'], setup({ queues: [mute, queue('Financeiro')] })).said).toEqual([])
  })
})

describe('who was not greeted yet', () => {
  const inQueue = (change: Partial<BotState>): BotState => ({ ...newBotState, queueId: 'Vendas', ...change })

  test('is greeted by the queue that has them, whatever they say, once', () => {
    const of = setup({ queues: [queue('Vendas')] })
    const step = answer('1', inQueue({}), of, now)
    expect(step.replies.map(({ text }) => text)).toEqual(['Bem-vindo a Vendas'])
    expect(answer('1', step.state, of, now).replies).toEqual([])
  })

  test('those whom people wait for are not', () => {
    expect(answer('oi', inQueue({ botOwesGreeting: false }), setup(), now).replies).toEqual([])
  })

  test('also by a queue that the connection does not offer, at its own hours', () => {
    const elsewhere = queue('Vendas', { hours: defaultOpeningHours, outOfHoursMessage: '' })
    const of = setup({ queues: [queue('Financeiro')], elsewhere, scheduleType: 'queue' })
    const closed = answer('oi', inQueue({}), of, night)
    expect(closed.replies.map(({ text }) => text)).toEqual(['Estamos fechados'])
    expect(answer('oi', closed.state, of, now).replies.map(({ text }) => text)).toEqual(['Bem-vindo a Vendas'])
  })
})

describe('moved to a queue by time', () => {
  const waiting = { ...newBotState, chatbot: true, botMenus: 2, botMenuAt: now, botOwesGreeting: false }

  test('the customer is greeted, and people take over: nothing is offered', () => {
    const { state, replies } = moveTo(sales, waiting, setup(), now)
    expect(replies.map(({ text }) => text)).toEqual(['Bem-vindo a Vendas'])
    expect(state).toMatchObject({ queueId: 'Vendas', chatbot: false, botMenus: 0, botMenuAt: null })
    expect(answer('1', state, setup(), now).replies).toEqual([])
  })

  test('a queue without a greeting says nothing; one that is closed says so, and greets later', () => {
    expect(moveTo(queue('Vendas', { greetingMessage: '' }), waiting, setup(), now).replies).toEqual([])
    const closed = { ...sales, hours: defaultOpeningHours }
    const of = setup({ queues: [closed], scheduleType: 'queue' })
    const { state, replies } = moveTo(closed, waiting, of, night)
    expect(replies.map(({ text }) => text)).toEqual(['Vendas está fechada'])
    expect(answer('bom dia', state, of, now).replies[0]?.text).toMatch(/^Bem-vindo a Vendas\n\n\*1\*/)
  })
})

describe('option tree', () => {
  const roots = 'Bem-vindo a Vendas\n\n*1* - Opção a\n*2* - Opção b\n\n*0* - Voltar\n*#* - Menu inicial'

  test('the greeting comes with the options, in their order', () => {
    const { said, state } = talk(['oi', '1'])
    expect(said).toEqual([roots])
    expect(state).toMatchObject({ queueId: 'Vendas', chatbot: true, botOptionId: null })
  })

  test('a branch shows its options; a leaf says its text and leaves the ticket to people', () => {
    expect(talk(['oi', '1', '1']).said[0]).toMatch(/^texto a\n\n\*1\* - Opção a1\n\*2\* - Opção a2/)
    const { said, state } = talk(['oi', '1', '1', 'opcao a2'])
    expect(said).toEqual(['texto a2'])
    expect(state).toMatchObject({ queueId: 'Vendas', chatbot: false })
    expect(talk(['oi', '1', '1', '2', 'obrigado']).said).toEqual([])
  })

  test('0 goes up: to the branch above, from the roots to the queues', () => {
    expect(talk(['oi', '1', '1', '0']).said).toEqual([roots])
    const { state } = talk(['oi', '1', '0'])
    expect(state).toMatchObject({ queueId: null, botOptionId: null })
  })

  test('0 is a valid choice: it is answered past the limit and within the set minutes, except where it is not offered', () => {
    const of = setup({ timeUseBotQueues: 10, maxUseBotQueues: 1 })
    const deep = talk(['oi', '1', '1', 'x', 'x'], of)
    expect(deep.said).toEqual([])
    const up = answer('0', deep.state, of, now)
    expect(up.replies.map(({ text }) => text)).toEqual([roots])
    expect(up.state).toMatchObject({ botOptionId: null, botMenus: 1 })
    const only = setup({ queues: [sales], maxUseBotQueues: 1 })
    expect(talk(['oi', '0', '0'], only).said).toEqual([])
  })

  test('# leads to the start from anywhere, also from people and past the limit', () => {
    for (const way of [
      ['oi', '1', '1', '#'],
      ['oi', '2', '#'],
      ['oi', 'x', 'x', 'x', 'x', '#'],
    ]) {
      const { said, state } = talk(way)
      expect(said[0]).toMatch(/^Olá!/)
      expect(state).toMatchObject({ queueId: null, chatbot: true, botMenus: 1 })
    }
  })

  test('media goes along with the text', () => {
    const hash = 'f'.repeat(64)
    const of = setup({
      queues: [queue('Vendas', { options: [{ ...option('a', null, 1), mediaHash: hash, mediaName: 'lista.pdf' }] })],
    })
    const { state } = talk(['oi'], of)
    expect(answer('1', state, of, now).replies).toEqual([{ text: 'texto a', mediaHash: hash, mediaName: 'lista.pdf' }])
  })
})

describe('out of hours', () => {
  test('of the company: its text at most every five minutes, and no menu', () => {
    const of = setup({ scheduleType: 'company', companyHours: defaultOpeningHours })
    const first = answer('oi', newBotState, of, night)
    expect(first.replies.map(({ text }) => text)).toEqual(['Estamos fechados'])
    const soon = answer('alô?', first.state, of, new Date(night.getTime() + 299_000))
    expect(soon.replies).toEqual([])
    expect(answer('alô?', soon.state, of, new Date(night.getTime() + 300_000)).replies).toHaveLength(1)
    expect(answer('oi', newBotState, of, now).replies[0]?.text).toMatch(/^Olá!/)
  })

  test('of a queue: the menu still comes, the closed queue says so and keeps the ticket', () => {
    const closed = queue('Vendas', { hours: defaultOpeningHours, options: sales.options })
    const of = setup({ scheduleType: 'queue', queues: [closed, queue('Financeiro')] })
    const { said, state } = talk(['oi', '1'], of, night)
    expect(said).toEqual(['Vendas está fechada'])
    expect(state).toMatchObject({ queueId: 'Vendas', chatbot: false })
    expect(talk(['oi', '2'], of, night).said).toEqual(['Bem-vindo a Financeiro'])
  })

  test('the only queue has the ticket from the first message on, closed or not', () => {
    for (const scheduleType of ['company', 'queue'] as const) {
      const only = queue('Vendas', { hours: defaultOpeningHours })
      const of = setup({ scheduleType, companyHours: defaultOpeningHours, queues: [only] })
      expect(talk(['oi'], of, night).state).toMatchObject({ queueId: 'Vendas', chatbot: false })
      expect(answer('oi', { ...newBotState, queueId: 'Vendas' }, of, night).state.queueId).toBe('Vendas')
    }
  })

  test('the queue greets and offers its options once it is open', () => {
    const only = { ...sales, hours: defaultOpeningHours }
    for (const queues of [[only], [only, queue('Financeiro')]]) {
      const of = setup({ scheduleType: 'queue', queues })
      const { state } = talk(queues.length === 1 ? ['oi'] : ['oi', '1'], of, night)
      const still = answer('alô?', state, of, night)
      expect(still.replies).toEqual([])
      const open = answer('bom dia', still.state, of, now)
      expect(open.replies[0]?.text).toMatch(/^Bem-vindo a Vendas\n\n\*1\* - Opção a/)
      expect(open.state).toMatchObject({ queueId: 'Vendas', chatbot: true })
      expect(answer('1', open.state, of, now).replies[0]?.text).toMatch(/^texto a/)
    }
  })

  test('of the company, without queues: its greeting comes when it is open', () => {
    const of = setup({ scheduleType: 'company', companyHours: defaultOpeningHours, queues: [] })
    const { state, said } = talk(['oi'], of, night)
    expect(said).toEqual(['Estamos fechados'])
    expect(answer('bom dia', state, of, now).replies.map(({ text }) => text)).toEqual(['Olá!'])
  })
})
