// What a received message refers to: the message that it answers and the people whom it mentions. Server only.
import { and, eq, inArray, or } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { contacts } from '../contacts/table.ts'
import { sameNumberVariants } from '../contacts/number-variants.ts'
import type { MessageDetails } from './details.ts'
import type { Account, InboundMessage } from './inbound.ts'
import { messages } from './table.ts'

/** The row that it answers, or what came along of it: of another conversation's message only that, since anybody may name its id. */
export async function resolveQuote(
  tx: Tx,
  { connectionId, quoted }: Pick<InboundMessage, 'connectionId' | 'quoted'>,
  contactId: string,
  ctx: MutationContext,
): Promise<{ quotedMessageId: string | null; quoted: Pick<MessageDetails, 'quoted'> }> {
  if (!quoted) return { quotedMessageId: null, quoted: {} }
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.connectionId, connectionId),
        eq(messages.whatsappId, quoted.whatsappId),
        eq(messages.contactId, contactId),
      ),
    )
  if (row) return { quotedMessageId: row.id, quoted: {} }
  const { body, mediaType, fromMe } = quoted
  const author = fromMe ? '' : await nameOf(tx, quoted.author, ctx)
  return { quotedMessageId: null, quoted: { quoted: { body, mediaType, fromMe, author } } }
}

async function nameOf(tx: Tx, account: Account, ctx: MutationContext) {
  const name = await nameFinder(tx, [account], ctx)
  return name(account)
}

/** Their names as they are now; digits stand for whom nobody knows. */
export async function nameMentions(
  tx: Tx,
  mentions: readonly Account[],
  ctx: MutationContext,
): Promise<Pick<MessageDetails, 'mentions'>> {
  if (mentions.length === 0) return {}
  const name = await nameFinder(tx, mentions, ctx)
  return { mentions: mentions.map((account) => ({ digits: account.lid ?? account.number ?? '', name: name(account) })) }
}

/** Looks them all up at once; what it resolves with says each one's name. */
async function nameFinder(tx: Tx, accounts: readonly Account[], ctx: MutationContext) {
  const lids = accounts.flatMap(({ lid }) => lid ?? [])
  const numbers = accounts.flatMap(({ number }) => (number === null ? [] : sameNumberVariants(number)))
  const rows = await tx
    .select({ name: contacts.name, lid: contacts.lid, number: contacts.number })
    .from(contacts)
    .where(
      and(
        eq(contacts.companyId, ctx.actor.companyId),
        or(inArray(contacts.lid, lids), inArray(contacts.number, numbers)),
      ),
    )
  return ({ lid, number }: Account) => {
    const variants = number === null ? [] : sameNumberVariants(number)
    const row = rows.find((one) => (lid !== null && one.lid === lid) || variants.includes(one.number ?? ''))
    return row?.name || number || lid || ''
  }
}
