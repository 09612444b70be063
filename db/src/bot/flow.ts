// The chatbot as a pure machine: what a customer's message does to a ticket that nobody has accepted, and what is answered.
// Queue choice, then the queue's option tree; the state is columns of the ticket, so a restart changes nothing.
//
//   no queue ──menu──► reply names one ──► in a queue: roots ──option──► branch ──option──► leaf: text, then a human's turn
//      ▲                                     ▲  └────────'0' goes up one level────────┘
//      └──────────────── '#' at any time ────┘ (with one queue only: its roots)
//   A responder (a prompt, an integration, a look-up) of the connection, then of the queue, answers in place of menus and options, until it
//   hands over to people or the customer leaves it by '#'.
// Invariants: nothing is sent once a person has the ticket; a wrong answer changes nothing but the count; '#' always leads out; a queue
// that has the ticket keeps it until the customer asks for the choice; whoever was not greeted because it was closed is greeted later.
import { decomposed } from '../kit/sql/search-text.ts'
import { heldBy, noResponder, type Held, type ResponderRef } from '../responders/kinds.ts'
import type { OpeningHours } from './opening-hours.ts'
import { isClosed, outOfHoursText } from './out-of-hours.ts'

export interface BotOption {
  id: string
  /** Null: at the top of its queue's tree. */
  parentId: string | null
  /** Place among its siblings; the customer sees 1, 2, 3 … in this order. */
  option: number
  title: string
  message: string
  mediaHash: string | null
  mediaName: string | null
}

export interface BotQueue {
  id: string
  name: string
  greetingMessage: string
  outOfHoursMessage: string
  hours: OpeningHours | null
  mediaHash: string | null
  mediaName: string | null
  options: readonly BotOption[]
  responder: ResponderRef | null
}

export interface BotSetup {
  /** The connection's. */
  greetingMessage: string
  outOfHoursMessage: string
  /** The queues that the connection offers, in the order in which the menu shows them. */
  queues: readonly BotQueue[]
  /** The one that has the ticket, if the connection does not offer it: somebody moved the ticket there. */
  elsewhere: BotQueue | null
  /** The connection's: before the queues'. */
  responder: ResponderRef | null
  /** 0: as often as it takes. */
  maxUseBotQueues: number
  /** Minutes between two menus. */
  timeUseBotQueues: number
  scheduleType: 'disabled' | 'company' | 'queue'
  companyHours: OpeningHours | null
  timeZone: string
}

/** Columns of the ticket. */
export interface BotState extends Held {
  queueId: string | null
  /** The bot is having the conversation; false: people do. */
  chatbot: boolean
  /** Where in the queue's tree; null: at its top. */
  botOptionId: string | null
  /** Menus sent since the last valid choice. */
  botMenus: number
  botMenuAt: Date | null
  outOfHoursAt: Date | null
  /** Nobody has greeted the customer in this conversation yet: it was closed, or they had not said anything that could be read. */
  botOwesGreeting: boolean
  /** Which responders the customer left, or left the customer to people: the connection's, or the queue's too. */
  leftResponder: 'connection' | 'all' | null
}

export const newBotState: BotState = {
  queueId: null,
  chatbot: false,
  botOptionId: null,
  botMenus: 0,
  botMenuAt: null,
  outOfHoursAt: null,
  botOwesGreeting: true,
  ...noResponder,
  leftResponder: null,
}

export interface BotReply {
  text: string
  mediaHash: string | null
  mediaName: string | null
}

export interface BotStep {
  state: BotState
  replies: readonly BotReply[]
  /** Who owes the answer to this message; `isChoice`: the customer only chose the queue. */
  asks?: { responder: ResponderRef; isChoice: boolean }
}

const outOfHoursPauseMs = 5 * 60_000
const upKey = '0'
const startKey = '#'

/** `text` of a customer's message in a pending ticket of a chat of two. */
export function answer(text: string, before: BotState, setup: BotSetup, now: Date): BotStep {
  const input = normal(text)
  const placed = withOnlyQueue(before, setup)
  const queue = queueOf(placed, setup)
  const responder = responderFor(placed, queue, setup)
  const state = responder ? placed : released(placed)
  // Out of a queue that is closed there is the way to the others, unless the whole company is.
  if (input === startKey && setup.queues.length > 1 && setup.scheduleType !== 'company')
    return toStart(state, setup, now)
  if (isClosed(setup, queue, now)) return tellClosed(state, outOfHoursText(setup, queue), now)
  if (input === startKey) return toStart(state, setup, now)
  if (responder) return ask(responder, state)
  if (state.queueId === null) return chooseQueue(input, state, setup, now)
  if (queue && state.botOwesGreeting) return greet(queue, state, setup)
  return queue && state.chatbot ? walk(input, queue, state, setup, now) : { state, replies: [] }
}

/** A ticket that time moved to a queue: it greets, and people take over from the bot, which offers nothing more. */
export function moveTo(queue: BotQueue, before: BotState, setup: BotSetup, now: Date): BotStep {
  const state = { ...placedIn(queue, before), botOwesGreeting: false, leftResponder: 'all' as const }
  if (isClosed(setup, queue, now))
    return tellClosed({ ...state, botOwesGreeting: true }, outOfHoursText(setup, queue), now)
  return { state, replies: spoken(queue.greetingMessage, queue) }
}

/** Those that were left are passed over. */
function responderFor({ leftResponder }: BotState, queue: BotQueue | null, setup: BotSetup): ResponderRef | null {
  if (leftResponder === 'all') return null
  return (leftResponder === null ? setup.responder : null) ?? queue?.responder ?? null
}

/** The conversation is its own from here on. */
function ask(responder: ResponderRef, before: BotState, isChoice = false, replies: readonly BotReply[] = []): BotStep {
  const free = { botOptionId: null, botMenus: 0, botMenuAt: null, botOwesGreeting: false, chatbot: true }
  return { state: { ...before, ...free, ...heldBy(responder) }, replies, asks: { responder, isChoice } }
}

/** Nobody answers in its place any more: somebody took it away, and the bot begins anew. */
const released = (state: BotState): BotState =>
  state.responder === null ? state : { ...state, ...noResponder, chatbot: false, botOwesGreeting: true }

/** Where there is nothing to choose nobody has to: the queue has the ticket, and has not greeted yet. */
function withOnlyQueue(state: BotState, { queues }: BotSetup): BotState {
  const [only, second] = queues
  return state.queueId === null && only && !second ? placedIn(only, state) : state
}

function queueOf({ queueId }: BotState, { queues, elsewhere }: BotSetup): BotQueue | null {
  const offered = queues.find(({ id }) => id === queueId)
  return offered ?? (elsewhere?.id === queueId ? elsewhere : null)
}

function tellClosed(state: BotState, text: string, now: Date): BotStep {
  const isSoon = state.outOfHoursAt !== null && now.getTime() - state.outOfHoursAt.getTime() < outOfHoursPauseMs
  if (isSoon || text.trim() === '') return { state, replies: [] }
  return { state: { ...state, outOfHoursAt: now }, replies: [say(text)] }
}

/** A person asked for it: the count begins anew. */
function toStart(state: BotState, setup: BotSetup, now: Date): BotStep {
  const fresh = { ...state, ...noResponder, botOptionId: null, botMenus: 0, botMenuAt: null }
  const [only, second] = setup.queues
  // Out of a responder, where there is no other queue, there are options and people.
  const left = { ...fresh, leftResponder: 'all' as const }
  if (!only) return { state: { ...left, chatbot: false }, replies: [] }
  if (!second) return greet(only, left, setup)
  return sendQueueMenu({ ...fresh, queueId: null, leftResponder: 'connection' }, setup, now)
}

function chooseQueue(input: string, state: BotState, setup: BotSetup, now: Date): BotStep {
  if (setup.queues.length === 0) return greetWithoutQueue(state, setup)
  // Before the first menu a number means something else.
  const chosen = state.botMenus > 0 ? pick(input, setup.queues, ({ name }) => name) : undefined
  return chosen ? enter(chosen, state, setup, now) : sendQueueMenu(state, setup, now)
}

/** Once; then it is people's turn. */
function greetWithoutQueue(state: BotState, { greetingMessage }: BotSetup): BotStep {
  if (!state.botOwesGreeting) return { state, replies: [] }
  return { state: { ...state, botOwesGreeting: false }, replies: spoken(greetingMessage, noFile) }
}

function sendQueueMenu(before: BotState, setup: BotSetup, now: Date): BotStep {
  const text = menuText(
    setup.greetingMessage,
    setup.queues.map(({ name }) => name),
  )
  return sendMenu([say(text)], { ...before, chatbot: true, botOwesGreeting: false }, setup, now)
}

/** Only so many, and not too soon after the last: the other side may be a machine too. */
function sendMenu(replies: readonly BotReply[], state: BotState, setup: BotSetup, now: Date): BotStep {
  const { maxUseBotQueues: max, timeUseBotQueues: minutes } = setup
  const isTooMany = max > 0 && state.botMenus >= max
  const isTooSoon = state.botMenuAt !== null && now.getTime() - state.botMenuAt.getTime() < minutes * 60_000
  if (isTooMany || isTooSoon) return { state, replies: [] }
  return { state: { ...state, botMenus: state.botMenus + 1, botMenuAt: now }, replies }
}

/** A valid choice: the queue has the ticket from here on, open or not. */
function enter(queue: BotQueue, before: BotState, setup: BotSetup, now: Date): BotStep {
  const state = placedIn(queue, before)
  if (isClosed(setup, queue, now)) return tellClosed(state, outOfHoursText(setup, queue), now)
  const responder = responderFor(state, queue, setup)
  return responder ? ask(responder, state, true, spoken(queue.greetingMessage, queue)) : greet(queue, state, setup)
}

const placedIn = ({ id }: BotQueue, before: BotState): BotState => ({
  ...before,
  queueId: id,
  chatbot: false,
  botOptionId: null,
  botMenus: 0,
  botMenuAt: null,
  botOwesGreeting: true,
  ...noResponder,
  leftResponder: before.leftResponder && 'connection',
})

/** The queue's words, and what it offers. */
function greet(queue: BotQueue, before: BotState, setup: BotSetup): BotStep {
  const chatbot = childrenOf(queue, null).length > 0
  const { leftResponder } = before
  const state = { ...placedIn(queue, before), chatbot, botOwesGreeting: false, leftResponder }
  return { state, replies: spoken(levelText(queue, null, introOf(queue, setup), setup), queue) }
}

/** Where there was no choice the customer has heard nothing of the connection's yet: its greeting stands in for a queue's that is blank. */
function introOf({ id, greetingMessage }: BotQueue, setup: BotSetup): string {
  const isOnly = setup.queues.length === 1 && setup.queues[0]?.id === id
  return greetingMessage.trim() === '' && isOnly ? setup.greetingMessage : greetingMessage
}

function walk(input: string, queue: BotQueue, state: BotState, setup: BotSetup, now: Date): BotStep {
  const here = queue.options.find(({ id }) => id === state.botOptionId) ?? null
  if (input === upKey) return goUp(queue, here, state, setup, now)
  const chosen = pick(input, childrenOf(queue, here?.id ?? null), ({ title }) => title)
  if (chosen) return take(queue, chosen, state, setup)
  const text = levelText(queue, here, here?.message ?? introOf(queue, setup), setup)
  return sendMenu([say(text)], state, setup, now)
}

/** A way that was offered is a valid choice; at the top of the only queue none is. */
function goUp(queue: BotQueue, here: BotOption | null, before: BotState, setup: BotSetup, now: Date): BotStep {
  if (!here && setup.queues.length > 1) return toStart(before, setup, now)
  const state = here ? { ...before, botMenus: 0, botMenuAt: null } : before
  const parent = queue.options.find(({ id }) => id === here?.parentId) ?? null
  const text = levelText(queue, parent, parent?.message ?? introOf(queue, setup), setup)
  return sendMenu([say(text)], { ...state, botOptionId: parent?.id ?? null }, setup, now)
}

/** A branch shows what is below it; a leaf says its last word and leaves the customer to people. */
function take(queue: BotQueue, option: BotOption, before: BotState, setup: BotSetup): BotStep {
  const isLeaf = childrenOf(queue, option.id).length === 0
  const state = { ...before, botMenus: 0, botMenuAt: null, botOptionId: option.id, chatbot: !isLeaf }
  const text = isLeaf ? option.message : levelText(queue, option, option.message, setup)
  return { state, replies: spoken(text, option) }
}

function levelText(queue: BotQueue, level: BotOption | null, intro: string, { queues }: BotSetup): string {
  const titles = childrenOf(queue, level?.id ?? null).map(({ title }) => title)
  if (titles.length === 0) return intro
  const ways = [...(level || queues.length > 1 ? [`*${upKey}* - Voltar`] : []), `*${startKey}* - Menu inicial`]
  return `${menuText(intro, titles)}\n\n${ways.join('\n')}`
}

function menuText(intro: string, titles: readonly string[]): string {
  const lines = titles.map((title, index) => `*${index + 1}* - ${title}`)
  return [...(intro.trim() === '' ? [] : [intro.trim()]), lines.join('\n')].join('\n\n')
}

/** By its number in the list or by its name. */
function pick<T>(input: string, choices: readonly T[], nameOf: (choice: T) => string): T | undefined {
  const byNumber = /^\d{1,3}$/.test(input) ? choices[Number(input) - 1] : undefined
  return byNumber ?? choices.find((choice) => normal(nameOf(choice)) === input)
}

export function childrenOf({ options }: Pick<BotQueue, 'options'>, parentId: string | null): readonly BotOption[] {
  return options
    .filter((option) => option.parentId === parentId)
    .toSorted((a, b) => a.option - b.option || (a.id < b.id ? -1 : 1))
}

/** Accents, case, and the marks around a number ("*1*", "1.", "1)") don't matter. */
function normal(text: string): string {
  const bare = decomposed(text.trim().toLowerCase()).replaceAll(/\p{M}/gu, '')
  return /^\W*(\d{1,3})\W*$/.exec(bare)?.[1] ?? bare
}

const noFile = { mediaHash: null, mediaName: null }

/** Nothing is no message. */
function spoken(text: string, file: Omit<BotReply, 'text'>): readonly BotReply[] {
  return text.trim() === '' && file.mediaHash === null ? [] : [say(text, file)]
}

function say(text: string, { mediaHash, mediaName }: Omit<BotReply, 'text'> = noFile): BotReply {
  return { text, mediaHash, mediaName }
}
