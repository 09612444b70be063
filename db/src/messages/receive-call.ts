// A call, which nobody can take here: one line in the caller's conversation, by the call's id, and the refusal that the company may have chosen.
// Server only. Invariants: of all that WhatsApp says of a call (it rings, is taken elsewhere, ends) one message comes; what the owner answered
// on the phone is done with: it stands in the history, and nobody is asked to do anything about it.
import { eq } from 'drizzle-orm'
import { isOverdue } from '../companies/standing.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { newId } from '../kit/new-id.ts'
import { settingsOf } from '../settings/mutations.ts'
import { tickets } from '../tickets/table.ts'
import { plainInbound, type InboundOrigin } from './inbound.ts'
import { insertOwnMessage } from './own-message.ts'
import { receiveHistory } from './receive-history.ts'
import { isOfIgnoredGroup, receiveMessage } from './receive.ts'

export interface InboundCall extends InboundOrigin {
  /** 'ringing' here and now; 'missed', also when it rang while we were away; 'rejected' or 'answered' on another device. */
  state: 'ringing' | 'missed' | 'rejected' | 'answered'
  isVideo: boolean
  isGroup: boolean
  at: Date
}

export interface ReceivedCall {
  /** It rings and is to be refused. */
  isToReject: boolean
}

/** What a caller reads. */
const refusalText =
  'Olá! Não atendemos chamadas por aqui. Escreva sua mensagem ou mande um áudio e responderemos assim que possível.'

export async function receiveCall(tx: Tx, call: InboundCall, ctx: MutationContext): Promise<ReceivedCall> {
  const isOfGroup = call.contact.isGroup
  if (call.state === 'answered') {
    await receiveHistory(tx, [lineOf(call, false)], async () => {}, ctx)
    return { isToReject: false }
  }
  if (await isOfIgnoredGroup(tx, call, ctx)) return { isToReject: false }
  const isRefused = !isOfGroup && (await refusesCalls(tx, ctx))
  const isToReject = isRefused && call.state === 'ringing'
  // It is told when it ends; of groups' calls only the beginning says whose they are.
  if (call.state === 'ringing' && !isRefused && !isOfGroup) return { isToReject }
  const received = await receiveMessage(tx, lineOf(call, isToReject), ctx)
  if (received.kind === 'duplicate') return { isToReject }
  if (isRefused) await tellRefusal(tx, received.ticketId, ctx)
  return { isToReject }
}

async function refusesCalls(tx: Tx, ctx: MutationContext) {
  return (await settingsOf(tx, ctx.actor.companyId)).call === 'disabled' && !(await isOverdue(tx, ctx))
}

function lineOf({ state, isVideo, isGroup, at, ...origin }: InboundCall, isToReject: boolean) {
  const call = {
    isVideo,
    isGroup,
    wasRejected: isToReject || state === 'rejected',
    ...(state === 'answered' && { wasAnswered: true }),
  }
  return { ...plainInbound, ...origin, mediaType: 'call_log', body: '', details: { call }, sentAt: at }
}

async function tellRefusal(tx: Tx, ticketId: string, ctx: MutationContext) {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
  if (!ticket) throw new Error('a stored call has its ticket')
  await insertOwnMessage(tx, ctx, ticket, newId(), { body: refusalText })
}
