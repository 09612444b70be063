// Contacts whose number looks rewritten: digits that WhatsApp had given got a 55 before them, which makes another number of them, of somebody else or
// of nobody. Found by what disagrees, told one by one, and put right only where it is proven and somebody asks for it.
import { eq, sql } from 'drizzle-orm'
import { isSameNumber, sameNumberVariants } from '../../contacts/number-variants.ts'
import { noteNumberChange } from '../../tickets/changed-number.ts'
import { mergeContacts } from '../../contacts/merge-contacts.ts'
import { isWhatsAppNumber } from '../../contacts/read-number.ts'
import { contacts } from '../../contacts/table.ts'
import { noEffects } from '../../kit/effects.ts'
import { systemContext } from '../../kit/system-context.ts'
import type { Database, ServerTx } from '../connect.ts'
import { ok, warning, type Finding } from './finding.ts'

/** no-such-number: Brazil has none like it · whatsapp: WhatsApp told another with the same LID · campaign: they were written to by another. */
type Proof = 'no-such-number' | 'whatsapp' | 'campaign'

export interface Rewritten {
  companyId: string
  company: string
  contactId: string
  number: string
  /** What it was; null: only that something disagrees is known. */
  was: string | null
  /** Null: it looks so, and a person has to say. */
  proof: Proof | null
}

interface Suspect {
  companyId: string
  company: string
  contactId: string
  number: string
  onWhatsapp: boolean | null
  /** Numbers that WhatsApp told with the contact's LID. */
  told: string[]
  /** Numbers by which campaigns wrote to the contact. */
  written: string[]
  /** The number without its 55 is another contact's, or in a phone's address book. */
  isKnown: boolean
}

/** More of them are an installation's whole trouble, and told as such. */
const most = 1000

/** Of a role that may read all. */
export async function findRewritten(db: Pick<Database, 'sql'>): Promise<Rewritten[]> {
  const rows = await db.sql<Suspect[]>`
    with suspects as (
      select c.id, c.company_id, c.number, c.lid, c.on_whatsapp,
        array(select distinct t.number from (
          select p.number from phone_contacts p where p.company_id = c.company_id and p.lid = c.lid
          union all select g.number from group_participants g where g.company_id = c.company_id and g.lid = c.lid
        ) t where t.number is not null and one_number(t.number) <> one_number(c.number)) as told,
        array(select distinct s.number from campaign_shippings s
          where s.contact_id = c.id and s.message_id is not null and one_number(s.number) <> one_number(c.number)) as written,
        (exists (select from contacts o where o.company_id = c.company_id and o.number = substr(c.number, 3) and not o.is_group)
          or exists (select from phone_contacts p where p.company_id = c.company_id and p.number = substr(c.number, 3))) as known
      from contacts c where not c.is_group and c.number is not null
    )
    select s.company_id as "companyId", co.name as company, s.id as "contactId", s.number, s.on_whatsapp as "onWhatsapp", s.told, s.written,
      s.known as "isKnown"
    from suspects s join companies co on co.id = s.company_id
    where s.told <> '{}'
      or (s.number ~ '^55' and (s.written <> '{}' or s.known or s.number !~ '^55[1-9]\\d(9?[6-9]\\d{7}|[2-5]\\d{7})$'))
    order by 2, 3 limit ${most}`
  return rows.flatMap(judge)
}

/** Pure. */
export function judge({ onWhatsapp, told, written, isKnown, ...suspect }: Suspect): Rewritten[] {
  const { number } = suspect
  const was = /^55\d{7,13}$/.test(number) && isWhatsAppNumber(number.slice(2)) ? number.slice(2) : null
  const isWas = (other: string) => was !== null && isSameNumber(was, other)
  const found = (proof: Proof | null): Rewritten[] => [{ ...suspect, was, proof }]
  if (told.some(isWas)) return found('whatsapp')
  if (was !== null && !isWhatsAppNumber(number) && onWhatsapp !== true) return found('no-such-number')
  if (written.some(isWas) && onWhatsapp !== true) return found('campaign')
  if (was !== null && isKnown && onWhatsapp !== true) return found(null)
  return told.length > 0 ? [{ ...suspect, was: told[0] ?? null, proof: null }] : []
}

const reasons: Record<Proof, string> = {
  'no-such-number': 'comprovado: o número não existe',
  whatsapp: 'comprovado: o WhatsApp diz outro',
  campaign: 'comprovado: recebeu campanha pelo outro',
}

/** A line of each; what they wrote or are called is nobody's here. */
export function tellRewritten(all: readonly Rewritten[]): Finding[] {
  if (all.length === 0) return [ok('Números de contatos: nenhum parece reescrito')]
  const proven = all.filter(({ proof }) => proof !== null).length
  const summary = warning(
    `Números de contatos: ${all.length} parecem reescritos, ${proven} comprovados`,
    'pnpm run doctor --repair-numbers corrige os comprovados; os outros, confira com a pessoa antes de escrever',
  )
  return [summary, ...all.map((one) => warning(lineOf(one), remedyOf(one)))]
}

const lineOf = ({ company, contactId, number, was, proof }: Rewritten) =>
  `Contato ${contactId} (${company}): ${number}${was === null ? '' : `, seria ${was}`}; ${proof ? reasons[proof] : 'sem prova'}`

const remedyOf = ({ proof }: Rewritten) =>
  proof === null ? 'abra o contato e confira o número' : '--repair-numbers devolve o número'

/** Puts back the proven ones, each in a transaction of its own, and tells each. Who has the number already is the same person: the two become one. */
export async function repairRewritten(
  db: Pick<Database, 'sql' | 'orm'>,
  print: (line: string) => void,
): Promise<number> {
  const proven = (await findRewritten(db)).filter(({ proof, was }) => proof !== null && was !== null)
  for (const one of proven) {
    const became = await db.orm.transaction((tx) => repair(tx, one))
    if (became !== null) print(`Contato ${one.contactId} (${one.company}): ${one.number} → ${one.was}${became}`)
  }
  return proven.length
}

async function repair(tx: ServerTx, { companyId, contactId, number, was }: Rewritten): Promise<string | null> {
  const [contact] = await tx.select().from(contacts).where(eq(contacts.id, contactId)).for('update')
  // Somebody has changed it meanwhile.
  if (!contact || contact.number !== number || was === null) return null
  const ctx = systemContext(companyId, noEffects)
  const [owner] = await tx
    .select()
    .from(contacts)
    .where(
      sql`company_id = ${companyId} and not is_group and id <> ${contactId} and number in ${sameNumberVariants(was)}`,
    )
    .orderBy(contacts.createdAt)
    .limit(1)
    .for('update')
  const own = {
    number: owner?.number ?? was,
    name: contact.name === number ? (owner?.number ?? was) : contact.name,
    onWhatsapp: null,
    checkedAt: null,
    accountSince: null,
    updatedAt: ctx.now,
  }
  await noteNumberChange(tx, ctx, contact, { from: number, to: own.number })
  if (!owner) {
    await tx.update(contacts).set(own).where(eq(contacts.id, contactId))
    return ''
  }
  await mergeContacts(tx, owner, { ...contact, ...own }, ctx)
  return `, unido ao contato ${owner.id}`
}
