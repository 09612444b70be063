// A Dialogflow agent answers: one session a conversation, text by text.
import { DialogflowError, detectIntent, readServiceAccount } from 'db/node/integrations/dialogflow.ts'
import { readSecret } from 'db/node/keys/secrets.ts'
import { handOver, silence, type Answer, type AskLater } from 'db/responders/answer.ts'
import type { Conversation } from 'db/responders/conversation.ts'
import { secretName } from 'db/responders/kinds.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterFailure, readIntegration, wordsOf } from '../integration.ts'
import type { Responder, ResponderParts } from '../responder.ts'

const kept = v.object({ session: v.pipe(v.string(), v.uuid()) })

export function makeDialogflowResponder(parts: ResponderParts): Responder {
  return { respond: (conversation, signal) => respond(parts, conversation, signal) }
}

async function respond(
  parts: ResponderParts,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Answer | AskLater> {
  const integration = await readIntegration(parts, conversation)
  if (!integration) return handOver('gone')
  const before = v.safeParse(kept, conversation.session?.state)
  const state = before.success ? before.output : { session: randomUUID() }
  if (conversation.isChoice && conversation.messages.at(-1)?.fromMe) return silence(state)
  const text = wordsOf(conversation)
  // A picture or a sound says nothing to it.
  if (text === '') return handOver('no_words')
  const { companyId, projectName, language } = integration
  const secret = await readSecret(
    parts.db.orm,
    parts.keys,
    companyId,
    secretName('integration', integration.id, 'jsonContent'),
  )
  const account = secret === null ? null : readServiceAccount(secret)
  if (!account) return handOver('no_key')
  try {
    const question = { account, projectName, language, text, session: state.session }
    const { texts, isEnd } = await detectIntent(
      { outgoing: parts.outgoing, url: parts.dialogflowUrl },
      question,
      signal,
    )
    if (texts.length === 0 && !isEnd) return handOver('no_answer')
    return {
      replies: texts.map((each) => ({ text: each })),
      next: isEnd ? { kind: 'people', reason: 'ended' } : { kind: 'wait' },
      state: isEnd ? null : state,
    }
  } catch (error) {
    if (!(error instanceof DialogflowError)) throw error
    return error.failure ? afterFailure(error.failure, conversation.tries) : handOver('not_understood')
  }
}
