// Which responder a connection and its queues have chosen, as far as the company's plan goes. Server only.
import { eq } from 'drizzle-orm'
import type { PlanFeature } from '../companies/features.ts'
import { queueIntegrations } from '../integrations/table.ts'
import type { Tx } from '../kit/define-mutation.ts'
import { featureOf, responderOf, type ResponderRef } from './kinds.ts'

interface Place {
  promptId: string | null
  integrationId: string | null
  billingLookup?: boolean
}

export interface Chosen {
  ofConnection: ResponderRef | null
  ofQueue(queue: Place): ResponderRef | null
}

/** Once for a message: asked in the receiving transaction. */
export async function readChosen(
  tx: Tx,
  company: { id: string; features: readonly string[] },
  connection: Place,
): Promise<Chosen> {
  const has = (feature: PlanFeature) => company.features.includes(feature)
  // Most companies have none: then it is not asked.
  const types = has('useIntegrations') ? await typesOf(tx, company.id) : new Map<string, never>()
  const chosen = ({ promptId, integrationId, billingLookup = false }: Place) => {
    const type = integrationId === null ? undefined : types.get(integrationId)
    return responderOf({
      integration: type && integrationId !== null ? { id: integrationId, type } : null,
      promptId: has(featureOf.prompt) ? promptId : null,
      billingLookup: billingLookup && has(featureOf.lookup),
    })
  }
  return { ofConnection: chosen(connection), ofQueue: chosen }
}

async function typesOf(tx: Tx, companyId: string) {
  const rows = await tx
    .select({ id: queueIntegrations.id, type: queueIntegrations.type })
    .from(queueIntegrations)
    .where(eq(queueIntegrations.companyId, companyId))
  return new Map(rows.map(({ id, type }) => [id, type]))
}
