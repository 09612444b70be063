// Mutations on the server: one transaction, once per id, effects included. Push and REST both come through here; a REST call may mean several.
import { actorIn, recordAudit, subjectName } from 'db/audit/record.ts'
import { auditedCall } from 'db/audit/rules.ts'
import { idArg } from 'db/kit/args.ts'
import { AppError, type ErrorCode } from 'db/kit/errors.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { runMutation } from 'db/kit/define-mutation.ts'
import { appliedMutations } from 'db/mutation-log/table.ts'
import { mutations } from 'db/mutations.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { withEffects } from 'db/node/effects.ts'
import { isPassing } from 'db/node/errors/passing-error.ts'
import { postgresErrorOf, retryCollisions } from 'db/node/errors/postgres-errors.ts'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { boundingGuesses } from '../accounts/refused-addresses.ts'
import type { Services } from './context.ts'
import { refusalOf } from './errors.ts'
import { TracedMutations, type CameBy } from './traced-mutations.ts'

export interface MutationCall {
  /** UUID, the idempotency key. */
  id: string
  name: string
  args: unknown
}

/** @throws AppError with the refusal; anything else is a failure of ours and nothing was changed. */
export const applyMutation = (
  services: Services,
  actor: UserActor,
  call: MutationCall,
  by: CameBy = 'rest',
): Promise<void> => applyTogether(services, actor, [call], by)

/** All of them, in this order, or none. @throws as `applyMutation` */
export async function applyTogether(
  services: Services,
  actor: UserActor,
  calls: readonly MutationCall[],
  by: CameBy = 'rest',
): Promise<void> {
  const traced = services.traces && new TracedMutations(services.traces, actor, by)
  try {
    await boundingGuesses(services.db, actor, calls, () => applyAll(services, actor, calls, traced))
  } catch (error) {
    traced?.refused(refusalOf(error)?.code ?? 'ERR_INTERNAL')
    throw error
  }
  traced?.committed()
}

async function applyAll(
  services: Services,
  actor: UserActor,
  calls: readonly MutationCall[],
  traced: TracedMutations | null,
): Promise<void> {
  let current: MutationCall | undefined
  try {
    await retryCollisions(() =>
      services.db.orm.transaction(async (tx) => {
        traced?.begin()
        for (const call of calls) {
          current = call
          traced?.call(call)
          await applyIn(tx, services, actor, call, traced)
        }
      }),
    )
  } catch (error) {
    const code = current && creationFailed[current.name]
    if (!code || refusalOf(error) || isPassing(error) || !postgresErrorOf(error)) throw error
    services.logger.error({ err: error, mutation: current?.name, id: current?.id }, 'mutation failed')
    throw new AppError(code)
  }
}

async function applyIn(
  tx: ServerTx,
  { jobs, env }: Services,
  actor: UserActor,
  call: MutationCall,
  traced: TracedMutations | null,
) {
  const mutation = mutations.get(call.name)
  if (!mutation) throw new AppError('ERR_UNKNOWN_MUTATION', { name: call.name })
  const isFirst = await recordFirst(tx, actor, call)
  traced?.step('record')
  if (!isFirst) return traced?.known()
  const named = typeof call.args === 'object' && call.args !== null ? call.args : {}
  const audited = auditedCall(call.name, named)
  // Ids of anybody's are looked for in the company alone; what is no id is refused by `run`.
  const name = audited && isId(audited.subjectId) ? await subjectName(tx, actor.companyId, audited) : ''
  // Without a key nobody sends notifications.
  const means = { jobs, notifies: Boolean(env.VAPID_PUBLIC_KEY), mutationId: traced ? call.id : undefined }
  await withEffects(tx, means, async (effects) => {
    await runMutation(tx, mutation, call.args, { actor, now: new Date(), side: 'server', effects })
    traced?.step('run')
  })
  traced?.step('effects')
  if (!audited) return
  const { action, subjectId, details } = audited
  await recordAudit(tx, { ...actorIn(actor), action, subject: { id: subjectId, name }, details }, new Date())
}

const isId = (text: string | null) => v.is(idArg, text)

/** What the specification calls it when the database itself refuses a new row. */
const creationFailed: Readonly<Record<string, ErrorCode>> = {
  'ticket.create': 'ERR_CREATING_TICKET',
  'message.send': 'ERR_CREATING_MESSAGE',
  'message.forward': 'ERR_CREATING_MESSAGE',
}

/** Whether this id is new. A second push of the same id waits here for the first one's commit. */
async function recordFirst(tx: ServerTx, actor: UserActor, { id, name }: MutationCall) {
  const row = { id, companyId: actor.companyId, userId: actor.userId, name, appliedAt: new Date() }
  const inserted = await tx
    .insert(appliedMutations)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: appliedMutations.id })
  if (inserted.length > 0) return true
  const [known] = await tx
    .select({ userId: appliedMutations.userId })
    .from(appliedMutations)
    .where(eq(appliedMutations.id, id))
  if (known?.userId !== actor.userId) throw new AppError('ERR_DUPLICATED_ID')
  return false
}
