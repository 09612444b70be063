// A Typebot answers: its chat is begun when the conversation is, and goes on with each thing that the customer says. Typebot keeps where it stands;
// what is kept here is its session and what it asked for last.
// Its protocol tells no repetitions, and an answer can't be had twice: what is said to it is noted before it is sent. Where that stands without an
// answer (this worker was killed, or the answer did not come), it is asked where it stands before anything is said again; decision 0077.
import { handOver, silence, type Answer, type AskLater, type Next, type Reply } from 'db/responders/answer.ts'
import type { Conversation } from 'db/responders/conversation.ts'
import type { OutgoingFailure } from 'db/node/outgoing/outgoing.ts'
import { jsonOf } from 'db/node/outgoing/read-json.ts'
import * as v from 'valibot'
import { fetchFile } from '../fetch-file.ts'
import { afterFailure, readIntegration, wordsOf, type Integration } from '../integration.ts'
import type { NoteState, Responder, ResponderParts } from '../responder.ts'
import { askedFor, readTypebotAnswer, replyTo, type Bubble, type TypebotAnswer } from './read-answer.ts'

const timeoutMs = 20_000
/** Steps that it takes without a customer's words, as pauses between messages. */
const mostSteps = 5

const kept = v.object({
  sessionId: v.string(),
  asked: v.nullable(askedFor),
  /** Something was said to it, and what it answered is not known. */
  isSent: v.optional(v.boolean(), false),
})
type Kept = v.InferOutput<typeof kept>

export function makeTypebotResponder(parts: ResponderParts): Responder {
  return { respond: (conversation, signal, note) => new Turn(parts, conversation, signal, note).respond() }
}

/** Of one answer: what failed, or what it said. */
type Asked = { failure: OutgoingFailure } | { answer: TypebotAnswer | null }

class Turn {
  readonly #parts: ResponderParts
  readonly #conversation: Conversation
  readonly #signal: AbortSignal
  readonly #note: NoteState
  constructor(parts: ResponderParts, conversation: Conversation, signal: AbortSignal, note: NoteState) {
    this.#parts = parts
    this.#conversation = conversation
    this.#signal = signal
    this.#note = note
  }

  async respond(): Promise<Answer | AskLater> {
    const integration = await readIntegration(this.#parts, this.#conversation)
    if (!integration) return handOver('gone')
    const text = wordsOf(this.#conversation)
    const { typebotKeywordFinish: finish, typebotKeywordRestart: restart } = integration
    if (isKeyword(text, finish)) return { replies: [], next: { kind: 'close' }, state: null }
    const before = this.#before(integration)
    if (isKeyword(text, restart)) return this.#begin(integration, [{ text: integration.typebotRestartMessage }])
    if (!before) return this.#begin(integration)
    if (this.#conversation.isChoice) return silence(before)
    return this.#goOn(integration, before, text)
  }

  /** Where the chat stands; null: it begins, for the first time or since nobody said anything for so long. */
  #before({ typebotExpires }: Integration): Kept | null {
    const { session } = this.#conversation
    const state = v.safeParse(kept, session?.state)
    if (!session || !state.success) return null
    const isOver = typebotExpires > 0 && Date.now() - session.updatedAt.getTime() > typebotExpires * 60_000
    return isOver ? null : state.output
  }

  async #begin(integration: Integration, first: Reply[] = []): Promise<Answer | AskLater> {
    const { contact, ticket } = this.#conversation
    const prefilledVariables = { number: contact.number ?? '', pushName: contact.name, ticketId: ticket.id }
    const path = `/api/v1/typebots/${encodeURIComponent(integration.typebotSlug)}/startChat`
    const asked = await this.#ask(integration, path, { prefilledVariables, textBubbleContentFormat: 'richText' })
    const sessionId = 'answer' in asked ? (asked.answer?.sessionId ?? null) : null
    if ('answer' in asked && sessionId === null) return handOver('not_understood')
    return this.#answer(integration, asked, { sessionId: sessionId ?? '', asked: null, isSent: false }, first)
  }

  async #goOn(integration: Integration, before: Kept, text: string): Promise<Answer | AskLater> {
    const { asked: wanted } = before
    if (text === '') {
      // What a customer sends is not at an address that it could fetch.
      if (wanted?.type === 'file input') return handOver('file')
      const { typebotUnknownMessage: unknown } = integration
      return unknown === '' ? handOver('no_words') : { ...silence(before), replies: [{ text: unknown }] }
    }
    const lost = before.isSent ? await this.#whatWasLost(integration, before) : null
    if (lost) return lost
    await this.#note({ ...before, isSent: true } satisfies Kept)
    const asked = await this.#continue(integration, before.sessionId, { type: 'text', text: replyTo(wanted, text) })
    // It forgot the chat, or somebody changed the bot: once from the beginning.
    if ('failure' in asked && asked.failure.status === 404) return this.#begin(integration)
    return this.#answer(integration, asked, before, [])
  }

  /**
   * Whether it took what was said to it; null: it did not, and may be told. Told nothing, it asks again for what it waits for, and stays where it is,
   * unless that may be left out. Where it went on, what it said is gone: people go on, rather than that the words answer another question.
   */
  async #whatWasLost(integration: Integration, before: Kept): Promise<Answer | AskLater | null> {
    if (!before.asked || before.asked.type === 'file input') return handOver('interrupted')
    const asked = await this.#continue(integration, before.sessionId, undefined)
    if ('failure' in asked) {
      return asked.failure.status === 404
        ? this.#begin(integration)
        : afterFailure(asked.failure, this.#conversation.tries)
    }
    return asked.answer?.input?.id === before.asked.id ? null : handOver('interrupted')
  }

  async #answer(integration: Integration, asked: Asked, before: Kept, first: Reply[]): Promise<Answer | AskLater> {
    const replies = [...first]
    let current = asked
    for (let step = 0; step < mostSteps; step++) {
      if ('failure' in current) return afterFailure(current.failure, this.#conversation.tries)
      const { answer } = current
      if (!answer) return handOver('not_understood')
      const { typebotUnknownMessage: unknown } = integration
      const isWrong = before.asked !== null && answer.input?.id === before.asked.id && step === 0
      if (isWrong && unknown !== '') {
        const again = answer.bubbles.slice(answer.input?.choices.length ? -1 : answer.bubbles.length)
        replies.push({ text: unknown }, ...(await this.#repliesOf(integration, again)))
      } else {
        replies.push(...(await this.#repliesOf(integration, answer.bubbles)))
      }
      const next = nextOf(answer)
      if (next) return { replies, next, state: null }
      if (answer.input) {
        return {
          replies,
          next: { kind: 'wait' },
          state: { sessionId: before.sessionId, asked: answer.input, isSent: false } satisfies Kept,
        }
      }
      current = await this.#continue(integration, before.sessionId, undefined)
    }
    return handOver('endless')
  }

  async #repliesOf(
    { companyId, typebotDelayMessage: delay }: Integration,
    bubbles: readonly Bubble[],
  ): Promise<Reply[]> {
    const replies: Reply[] = []
    for (const bubble of bubbles) {
      const delayMs = delay + bubble.pauseMs
      if ('text' in bubble) {
        replies.push({ text: bubble.text, delayMs })
        continue
      }
      const file = await fetchFile(this.#parts, companyId, bubble.url, this.#signal)
      replies.push(file ? { text: '', delayMs, ...file } : { text: bubble.url, delayMs })
    }
    return replies
  }

  #continue(integration: Integration, sessionId: string, message: object | undefined): Promise<Asked> {
    const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/continueChat`
    return this.#ask(integration, path, message === undefined ? {} : { message })
  }

  async #ask({ urlN8N }: Integration, path: string, body: object): Promise<Asked> {
    const outcome = await this.#parts.outgoing.send({
      url: urlN8N.replace(/\/+$/, '') + path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeoutMs,
      signal: this.#signal,
    })
    if (outcome.kind !== 'done') return { failure: outcome }
    return { answer: readTypebotAnswer(jsonOf(outcome.body)) }
  }
}

/** Null: it goes on. */
function nextOf({ command, input, goesOn, wantsMore }: TypebotAnswer): Next | null {
  if (command?.kind === 'stop') return { kind: 'people', reason: 'stopped' }
  if (command) return { kind: 'transfer', queueId: command.queueId, userId: command.userId }
  if (wantsMore) return { kind: 'people', reason: 'script' }
  if (input?.type === 'payment input') return { kind: 'people', reason: 'payment' }
  return input || goesOn ? null : { kind: 'people', reason: 'ended' }
}

const isKeyword = (text: string, keyword: string) =>
  keyword !== '' && text.trim().toLowerCase() === keyword.toLowerCase()
