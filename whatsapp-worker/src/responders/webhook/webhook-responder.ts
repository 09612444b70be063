// A flow of n8n, or whatever stands behind an address, answers: told by a signed POST, it says in its answer what is to be said. Own messages are
// never told to it, so what it says does not come back to it.
import { webhookSigner } from 'db/node/integrations/webhook-secret.ts'
import { handOver, type Answer, type AskLater, type Reply } from 'db/responders/answer.ts'
import type { Conversation, Said } from 'db/responders/conversation.ts'
import { secretName } from 'db/responders/kinds.ts'
import { fetchFile } from '../fetch-file.ts'
import { afterFailure, readIntegration } from '../integration.ts'
import type { Responder, ResponderParts } from '../responder.ts'
import { readAnswer } from './read-answer.ts'

const timeoutMs = 25_000
const maxAnswerBytes = 64 * 1024
/** The body is at most some 20 kB. */
const [mostTold, mostText] = [10, 1_500]

export function makeWebhookResponder(parts: ResponderParts): Responder {
  return { respond: (conversation, signal) => respond(parts, conversation, signal) }
}

async function respond(
  parts: ResponderParts,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Answer | AskLater> {
  const integration = await readIntegration(parts, conversation)
  if (!integration) return handOver('gone')
  const { companyId, urlN8N: url } = integration
  const body = bodyOf(conversation)
  const name = secretName('integration', integration.id, 'signing')
  const signer = await webhookSigner(parts.db.orm, parts.keys, { companyId, name })
  const headers = signer?.sign(conversation.turnId, body, new Date()) ?? { 'content-type': 'application/json' }
  const outcome = await parts.outgoing.send({ url, headers, body, timeoutMs, maxAnswerBytes, signal })
  if (outcome.kind !== 'done') return afterFailure(outcome, conversation.tries)
  const answer = readAnswer(outcome.body.toString('utf8'), outcome.headers['content-type'])
  if (!answer) return handOver('not_understood')
  const replies: Reply[] = []
  for (const { text, delayMs, mediaUrl } of answer.replies) {
    const file = mediaUrl === undefined ? null : await fetchFile(parts, companyId, mediaUrl, signal)
    // A file that can't be had is at least named.
    const words = mediaUrl !== undefined && !file ? [text, mediaUrl].filter((each) => each !== '').join('\n') : text
    replies.push({ text: words, delayMs, ...file })
  }
  return { replies, next: answer.next, state: {} }
}

function bodyOf({ news, isChoice, session, ...of }: Conversation): string {
  const { company, connection, ticket, contact } = of
  const messages = news.slice(-mostTold).map(toldOf)
  const data = {
    company: { id: company.id, name: company.name },
    connection,
    ticket,
    contact,
    /** The newest; before it those of the same burst. */
    message: messages.at(-1) ?? null,
    messages,
    isChoice,
    begins: session === null,
  }
  return JSON.stringify({ type: 'message.received', timestamp: new Date().toISOString(), data })
}

const toldOf = ({ id, mediaType, text, transcript, mediaName, mediaMime, at }: Said) => ({
  id,
  mediaType,
  text: text.slice(0, mostText),
  transcript: transcript?.slice(0, mostText) ?? null,
  mediaName,
  mediaMime,
  sentAt: at,
})
