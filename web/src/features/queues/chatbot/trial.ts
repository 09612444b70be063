// Trying a chatbot on this device: what the bot is set up with, and when it is open or closed. Pure; the rules are db/bot/flow.ts.
import type { OptionRow, QueueRow } from 'db/queues/queries.ts'
import { answer, newBotState, type BotSetup, type BotState } from 'db/bot/flow.ts'
import { isOpen, type OpeningHours } from 'db/bot/opening-hours.ts'
import { hoursThatCount } from 'db/bot/out-of-hours.ts'
import { fillVariables, type VariableValues } from 'db/bot/variables.ts'
import type { Settings } from 'db/settings/table.ts'
import { inOrder } from '../queue-order.ts'

export interface TrialWorld {
  /** All of the company. */
  queues: readonly QueueRow[]
  /** The options of all queues, as they are on the screen. */
  options: readonly OptionRow[]
  /** The one by which its customers come. */
  connection: ConnectionTexts
  scheduleType: Settings['scheduleType']
  companyHours: OpeningHours | null
  timeZone: string
}

type ConnectionTexts = Pick<BotSetup, 'greetingMessage' | 'outOfHoursMessage' | 'maxUseBotQueues' | 'timeUseBotQueues'>

/** Texts and limits of the trial when the company has no connection. */
export const newConnection: ConnectionTexts = {
  greetingMessage: '',
  outOfHoursMessage: '',
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
}

/** `only`: a connection that has just this queue. */
export function trialSetup(world: TrialWorld, only: string | null): BotSetup {
  const { queues, options, connection, scheduleType, companyHours, timeZone } = world
  const offered = queues.filter(({ id }) => only === null || id === only).toSorted(inOrder)
  return {
    ...connection,
    scheduleType,
    companyHours,
    timeZone,
    // The bot is tried, not who answers in its place.
    queues: offered.map((queue) => ({
      ...queue,
      options: options.filter(({ queueId }) => queueId === queue.id),
      responder: null,
    })),
    elsewhere: null,
    responder: null,
  }
}

/** Those that count for a customer of this queue; null: none do. */
export function hoursOfQueue(world: TrialWorld, queueId: string): OpeningHours | null {
  return hoursThatCount(world, world.queues.find(({ id }) => id === queueId) ?? null)
}

const quarterMs = 15 * 60_000
/** Through holidays on end. */
const searchMs = 14 * 24 * 60 * 60_000

/** `now`, or the next quarter of an hour at which it is open, or closed. Null: never, in the next two weeks. */
export function nextInstant(hours: OpeningHours, open: boolean, now: Date, timeZone: string): Date | null {
  const quarter = Math.ceil(now.getTime() / quarterMs) * quarterMs
  if (isOpen(hours, now, timeZone) === open) return now
  for (let at = quarter; at < quarter + searchMs; at += quarterMs) {
    if (isOpen(hours, new Date(at), timeZone) === open) return new Date(at)
  }
  return null
}

export interface Said {
  from: 'customer' | 'bot'
  text: string
  at: Date
  hasFile: boolean
}

export interface Trial {
  said: readonly Said[]
  state: BotState
  /** The last message was left without an answer. */
  isSilent: boolean
}

export const newTrial: Trial = { said: [], state: newBotState, isSilent: false }

/** The customer writes, the bot answers. */
export function say(trial: Trial, text: string, setup: BotSetup, values: VariableValues): Trial {
  const { now: at } = values
  const { state, replies } = answer(text, trial.state, setup, at)
  const answers = replies.map((reply) => ({
    from: 'bot' as const,
    text: fillVariables(reply.text, values),
    at,
    hasFile: reply.mediaHash !== null,
  }))
  const said = [...trial.said, { from: 'customer' as const, text, at, hasFile: false }, ...answers]
  return { said, state, isSilent: answers.length === 0 }
}
