// The billing look-up: asks for the document, finds whose it is, has the name confirmed, and only then tells what is open.
//
//   document ──found──► confirm ──yes──► told ──anything──► people
//      ▲  └─unknown, wrong─┐  └──no────┐
//      └───────────────────┴───────────┘   three times: people
//
// Invariants: nothing of a customer but their masked name is said before it was confirmed; what fails or takes too long hands over to people, who
// are told so; no document, name or bill is logged. Where it stands is its session's state, in Postgres.
import { parsed } from './state.ts'
import { localTime } from 'db/bot/opening-hours.ts'
import { handOver, type Answer, type Reply } from 'db/responders/answer.ts'
import type { Conversation } from 'db/responders/conversation.ts'
import type { Responder, ResponderParts } from '../responder.ts'
import { hear } from './hear.ts'
import { keepContent } from '../keep-file.ts'
import { systemsOf } from './systems.ts'
import type { Bill, BillingSystem, Customer } from './system.ts'
import { SystemFailed } from './system.ts'
import type { Found, State } from './state.ts'
import {
  askDocument,
  billWords,
  chooseOne,
  failed,
  firstWords,
  isItYou,
  lastWords,
  maskedName,
  notADocument,
  notFound,
  notThem,
  nothingOpen,
  tooOften,
} from './words.ts'

/** Of documents that are none, that nobody has, or that are somebody else's. */
const mostWrong = 3
/** Four messages each, and a conversation bears twenty. */
const mostBills = 4
/** All of an answer: then it is people's turn. */
const longestMs = 40_000

const say = (text: string, state: State): Answer => ({ replies: [{ text }], next: { kind: 'wait' }, state })
const leave = (text: string, reason: string): Answer => ({ ...handOver(reason), replies: [{ text }] })

export function makeLookup(parts: ResponderParts): Responder {
  return {
    async respond(conversation, outer) {
      const signal = AbortSignal.any([outer, AbortSignal.timeout(longestMs)])
      const systems = await systemsOf(parts, conversation.company.id)
      if (systems.length === 0) return handOver('lookup_not_configured')
      try {
        return await answer(parts, systems, conversation, signal)
      } catch (error) {
        if (outer.aborted) throw error
        if (!(error instanceof SystemFailed)) throw error
        parts.log.warn({ err: error, ticketId: conversation.ticket.id }, 'billing look-up failed')
        return leave(failed, 'lookup_failed')
      }
    },
  }
}

async function answer(
  parts: ResponderParts,
  systems: readonly BillingSystem[],
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Answer> {
  const state = parsed(conversation.session?.state)
  const { document, agrees } = hear(conversation.news.map(({ text }) => text))
  switch (state.step) {
    case 'begin':
      return document === null ? say(askDocument, { step: 'document', wrong: 0 }) : search(systems, document, 0, signal)
    case 'document':
      return document === null ? wrongOnce(state.wrong, notADocument) : search(systems, document, state.wrong, signal)
    case 'confirm': {
      const [first, ...others] = state.people
      if (!first) throw new SystemFailed('state')
      // Another document is another guess.
      if (document !== null)
        return state.wrong + 1 >= mostWrong
          ? leave(tooOften, 'lookup_attempts')
          : search(systems, document, state.wrong + 1, signal)
      if (agrees === null) return wrongOnce(state.wrong, chooseOne(first.name), (wrong) => ({ ...state, wrong }))
      if (agrees) return tell(parts, systems, first, conversation, signal)
      const [next] = others
      return next ? say(isItYou(next.name), { ...state, people: others }) : wrongOnce(state.wrong, notThem)
    }
    case 'told':
      return handOver('customer_asked')
  }
}

function wrongOnce(
  before: number,
  text: string,
  next: (wrong: number) => State = (wrong) => ({ step: 'document', wrong }),
): Answer {
  const wrong = before + 1
  return wrong >= mostWrong ? leave(tooOften, 'lookup_attempts') : say(text, next(wrong))
}

async function search(
  systems: readonly BillingSystem[],
  document: string,
  wrong: number,
  signal: AbortSignal,
): Promise<Answer> {
  const asked = await Promise.allSettled(
    systems.map(async (system) => peopleOf(system, await system.find(document, signal))),
  )
  const people = asked.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  const [first] = people
  if (first) return say(isItYou(first.name), { step: 'confirm', wrong, people })
  // One that was not asked may know them.
  for (const result of asked) if (result.status === 'rejected') throw result.reason
  return wrongOnce(wrong, notFound)
}

/** A name that a system has twice is one person. */
function peopleOf({ name: system }: BillingSystem, customers: readonly Customer[]): Found[] {
  const named = customers.filter(({ name }) => maskedName(name) !== '')
  return [...Map.groupBy(named, ({ name }) => name.toLowerCase())].slice(0, 3).map(([, same]) => ({
    system,
    refs: same.slice(0, 5).map(({ ref }) => ref),
    name: maskedName(same[0]?.name ?? ''),
  }))
}

async function tell(
  parts: ResponderParts,
  systems: readonly BillingSystem[],
  { system: name, refs }: Found,
  { company }: Conversation,
  signal: AbortSignal,
): Promise<Answer> {
  const system = systems.find((each) => each.name === name)
  if (!system) throw new SystemFailed('system')
  const today = localTime(new Date(), company.timeZone).date
  const all = (await Promise.all(refs.map((ref) => system.bills(ref, signal)))).flat().toSorted(byDay)
  if (all.length === 0) return say(nothingOpen, { step: 'told' })
  const told = all.slice(0, mostBills)
  const replies: Reply[] = [{ text: firstWords(all.length, told.length) }]
  for (const bill of told) replies.push(...(await repliesFor(parts, system, bill, { company, today, signal })))
  return { replies: [...replies, { text: lastWords }], next: { kind: 'wait' }, state: { step: 'told' } satisfies State }
}

/** What is overdue comes first by that. */
const byDay = (a: Bill, b: Bill) => (a.due === b.due ? 0 : a.due < b.due ? -1 : 1)

interface Telling {
  company: Conversation['company']
  /** 'YYYY-MM-DD', by the company's clock. */
  today: string
  signal: AbortSignal
}

/** What is to be copied stands alone. */
async function repliesFor(
  parts: ResponderParts,
  system: BillingSystem,
  bill: Bill,
  { company, today, signal }: Telling,
): Promise<Reply[]> {
  const payable = await system.payable(bill, signal)
  const { line, pix, pdf } = payable
  const mediaHash = pdf && (await keepContent(parts, company.id, pdf))
  const file = mediaHash && { mediaHash, mediaName: `boleto-${bill.due}.pdf` }
  return [
    { text: billWords(bill, { ...payable, pdf: file ? pdf : null }, today) },
    ...[line, pix].flatMap((text) => (text === null ? [] : [{ text }])),
    ...(file ? [{ text: '', ...file }] : []),
  ]
}
