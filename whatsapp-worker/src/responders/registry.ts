// The responders by their kinds.
import type { ResponderKind } from 'db/responders/kinds.ts'
import { makeDialogflowResponder } from './dialogflow/dialogflow-responder.ts'
import { makePromptResponder } from './prompt/prompt-responder.ts'
import { makeLookup } from './lookup/lookup.ts'
import type { Responder, ResponderParts } from './responder.ts'
import { makeTypebotResponder } from './typebot/typebot-responder.ts'
import { makeWebhookResponder } from './webhook/webhook-responder.ts'

export type Responders = Partial<Record<ResponderKind, Responder>>

export function makeResponders(parts: ResponderParts): Responders {
  const webhook = makeWebhookResponder(parts)
  return {
    prompt: makePromptResponder(parts),
    dialogflow: makeDialogflowResponder(parts),
    n8n: webhook,
    webhook,
    typebot: makeTypebotResponder(parts),
    lookup: makeLookup(parts),
  }
}
