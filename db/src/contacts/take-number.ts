// A number as it comes into rows: by a mutation, a list, a call of another system. What is a row's or the company's already stays as WhatsApp
// spells it; only the rest is read, by the company's country.
import { and, eq, inArray } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { invalid } from '../kit/errors.ts'
import { defaultSettings, settings } from '../settings/table.ts'
import { isSameNumber } from './number-variants.ts'
import {
  isDigits,
  numberRefusals,
  typedNumber,
  whatsAppNumber,
  type NumberPlace,
  type WhatsAppNumber,
} from './numbers.ts'
import { contactListItems } from '../contact-lists/table.ts'
import { contacts } from './table.ts'

type Reader = Pick<Tx, 'select' | 'selectDistinct'>

/** Where the company types its numbers. */
export async function numberPlaceOf(tx: Reader, companyId: string): Promise<NumberPlace> {
  const { country, areaCode } = settings
  const [row] = await tx.select({ country, areaCode }).from(settings).where(eq(settings.companyId, companyId))
  return row ?? { country: defaultSettings.country, areaCode: defaultSettings.areaCode }
}

/**
 * `before` is the row's number: digits that are it, in any spelling, change nothing. @throws AppError ERR_VALIDATION
 */
export async function takeNumber(
  tx: Reader,
  { actor, side }: Pick<MutationContext, 'actor' | 'side'>,
  text: string,
  before: string | null,
): Promise<WhatsAppNumber> {
  if (before !== null && isSameNumber(before, text.replaceAll(/\D/g, ''))) return whatsAppNumber(before)
  // Its form has read it, and the server says whether there is such a number: no device loads all countries' plans to show a row.
  if (side === 'client' && isDigits(text)) return whatsAppNumber(text)
  if (isDigits(text) && (await knownNumbers(tx, actor.companyId, [text])).has(text)) return whatsAppNumber(text)
  const { readGivenNumber } = await import('./read-number.ts')
  const reading = readGivenNumber(typedNumber(text), await numberPlaceOf(tx, actor.companyId))
  if ('problem' in reading) throw invalid('number', numberRefusals[reading.problem])
  return before !== null && isSameNumber(before, reading.number) ? whatsAppNumber(before) : reading.number
}

/** Those of `digits` that a contact or a list of the company has, as they stand there: WhatsApp, or somebody before, gave them. Server only. */
export async function knownNumbers(
  tx: Reader,
  companyId: string,
  digits: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < digits.length; at += chunk) {
    const some = digits.slice(at, at + chunk)
    for (const table of [contacts, contactListItems]) {
      const rows = await tx
        .selectDistinct({ number: table.number })
        .from(table)
        .where(and(eq(table.companyId, companyId), inArray(table.number, some)))
      for (const { number } of rows) if (number !== null) found.add(number)
    }
  }
  return found
}

/** Statements with thousands of values have too many parameters. */
const chunk = 1000
