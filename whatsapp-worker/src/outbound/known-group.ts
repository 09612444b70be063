// Who is in a group, from our rows, which follow WhatsApp's news: writing to it needs no question each time. What they don't know is asked.
import type { GroupMetadata, WASocket } from '@whiskeysockets/baileys'
import { jidDecode } from '@whiskeysockets/baileys'
import { findGroupFacts } from 'db/contacts/group-facts.ts'
import type { Database } from 'db/node/connect.ts'
import { noEffects } from 'db/kit/effects.ts'
import { systemContext } from 'db/kit/system-context.ts'

type Facts = NonNullable<Awaited<ReturnType<typeof findGroupFacts>>>
type Member = Facts['members'][number]

/** Undefined when WhatsApp has to be asked. */
export async function knownGroup(db: Database, companyId: string, jid: string): Promise<GroupMetadata | undefined> {
  const ctx = systemContext(companyId, noEffects)
  const facts = await findGroupFacts(db.orm, jidDecode(jid)?.user ?? '', ctx)
  return facts ? metadataOf(jid, facts) : undefined
}

/** As a socket reads groups, asking WhatsApp only for what is not known. */
export function groupReader(db: Database, companyId: string, socket: Pick<WASocket, 'groupMetadata'>) {
  const groupMetadata = async (jid: string) =>
    (await knownGroup(db, companyId, jid)) ?? (await socket.groupMetadata(jid))
  return { groupMetadata }
}

function metadataOf(jid: string, { subject, addressingMode, ephemeral, members }: Facts): GroupMetadata {
  return {
    id: jid,
    subject,
    owner: undefined,
    // Its type is an enum of Baileys, by value.
    addressingMode: addressingMode as NonNullable<GroupMetadata['addressingMode']>,
    participants: members.map((member) => participantOf(member, addressingMode)),
    ...(ephemeral !== null && { ephemeralDuration: ephemeral }),
  }
}

function participantOf({ lid, number, isAdmin }: Member, mode: Facts['addressingMode']) {
  const [lidJid, pnJid] = [
    lid === null ? undefined : `${lid}@lid`,
    number === null ? undefined : `${number}@s.whatsapp.net`,
  ]
  const id = (mode === 'lid' ? lidJid : pnJid) ?? ''
  return {
    id,
    ...(lidJid && { lid: lidJid }),
    ...(pnJid && { phoneNumber: pnJid }),
    admin: isAdmin ? ('admin' as const) : null,
  }
}
