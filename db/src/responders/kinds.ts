// Who answers customers in people's stead, by kind. Pure; shared by the bot, which chooses, and the worker, which asks.
import type { PlanFeature } from '../companies/features.ts'

export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const
export type IntegrationType = (typeof integrationTypes)[number]

export const responderKinds = ['prompt', ...integrationTypes, 'lookup'] as const
export type ResponderKind = (typeof responderKinds)[number]

/** A certain one. `id`: of the prompt or the integration; null of a look-up, which is its queue's. */
export interface ResponderRef {
  kind: ResponderKind
  id: string | null
}

/** What the company's plan must have. */
export const featureOf: Record<ResponderKind, PlanFeature> = {
  prompt: 'useOpenAi',
  dialogflow: 'useIntegrations',
  n8n: 'useIntegrations',
  webhook: 'useIntegrations',
  typebot: 'useIntegrations',
  lookup: 'useIntegrations',
}

/** Columns of a ticket that say who answers there. */
export interface Held {
  responder: ResponderKind | null
  promptId: string | null
  integrationId: string | null
  useIntegration: boolean
}

export function heldBy(ref: ResponderRef | null): Held {
  const isPrompt = ref?.kind === 'prompt'
  const integrationId = ref && !isPrompt ? ref.id : null
  return {
    responder: ref?.kind ?? null,
    promptId: isPrompt ? ref.id : null,
    integrationId,
    useIntegration: integrationId !== null,
  }
}

export const noResponder = heldBy(null)

export const isHeldBy = (held: Held, { kind, id }: ResponderRef) =>
  held.responder === kind && (kind === 'lookup' || (held.promptId ?? held.integrationId) === id)

/** What a place (a connection, a queue) has chosen; an integration wins over a prompt, and both over the look-up. */
export function responderOf(place: {
  promptId: string | null
  integration: { id: string; type: IntegrationType } | null
  billingLookup?: boolean
}): ResponderRef | null {
  if (place.integration) return { kind: place.integration.type, id: place.integration.id }
  if (place.promptId !== null) return { kind: 'prompt', id: place.promptId }
  return place.billingLookup ? { kind: 'lookup', id: null } : null
}

/** Under which name a key stands in `secrets`; a trigger deletes it with its owner (migration 0065). */
export const secretName = (owner: 'prompt' | 'integration', id: string, key: string) => `${owner}/${id}/${key}`
