// Calls as WhatsApp tells them: they ring, and end somehow. They go into the conversation in turn with the messages, and are refused if the
// company chose so. Invariant: a call that is lost with a worker costs a line, never a message.
import type { WACallEvent, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { WAMessageStubType } from '@whiskeysockets/baileys'
import { receiveCall, type InboundCall } from 'db/messages/receive-call.ts'
import type { Log } from '../logger.ts'
import { cleanId, cleanTime } from './clean.ts'
import { accountOf, groupIdOf, type Me } from './jids.ts'
import type { Receiver, ReceiverParts } from './receive.ts'

type Parts = Pick<ReceiverParts, 'connectionId' | 'log'>

export function takeCalls(
  events: readonly WACallEvent[],
  me: Me,
  receiver: Receiver,
  socket: Pick<WASocket, 'rejectCall'> | null,
  { connectionId, log }: Parts,
) {
  for (const event of events) {
    const call = callOf(event, me)
    if (!call) continue
    let isToReject = false
    receiver.inTurn(
      'call',
      async (tx, ctx) => {
        isToReject = (await receiveCall(tx, { ...call, connectionId }, ctx)).isToReject
      },
      () => {
        if (isToReject && socket) void reject(event, socket, log)
      },
    )
  }
}

async function reject({ id, from }: WACallEvent, socket: Pick<WASocket, 'rejectCall'>, log: Log) {
  await socket.rejectCall(id, from).catch((err: unknown) => log.warn({ err }, 'call not rejected'))
}

const states: { [Status in WACallEvent['status']]?: InboundCall['state'] } = {
  offer: 'ringing',
  timeout: 'missed',
  // Also after it was taken or refused elsewhere, which came before.
  terminate: 'missed',
  accept: 'answered',
  reject: 'rejected',
}

/** Null when it tells nothing. */
export function callOf(event: WACallEvent, me: Me): Omit<InboundCall, 'connectionId'> | null {
  const { id, from, callerPn, groupJid, offline, date, isVideo = false, isGroup = false } = event
  const state = event.status === 'offer' && offline ? 'missed' : states[event.status]
  const caller = accountOf([from, callerPn], me)
  if (!state || !caller || !id) return null
  const person = { ...caller, pushName: '' }
  const groupId = groupIdOf(groupJid)
  const origin = groupId
    ? { contact: { lid: groupId, number: null, pushName: '', isGroup: true }, participant: person }
    : { contact: { ...person, isGroup: false }, participant: null }
  return { whatsappId: cleanId(id), fromMe: false, ...origin, state, isVideo, isGroup, at: cleanTime(date, new Date()) }
}

const { CALL_MISSED_VOICE, CALL_MISSED_VIDEO, CALL_MISSED_GROUP_VOICE, CALL_MISSED_GROUP_VIDEO } = WAMessageStubType
const missed = new Set<number>([CALL_MISSED_VOICE, CALL_MISSED_VIDEO, CALL_MISSED_GROUP_VOICE, CALL_MISSED_GROUP_VIDEO])

/** Baileys makes messages of some calls; all are told as calls. */
export const isCallNotice = ({ messageStubType, message }: WAMessage) =>
  missed.has(messageStubType ?? 0) || Boolean(message?.call)
