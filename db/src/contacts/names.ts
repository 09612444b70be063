import { sameNumberVariants } from './number-variants.ts'
import type { Contact } from './table.ts'

/** Whether somebody of the company gave this name: it is neither what WhatsApp said nor the number in place of a name. */
export function isGivenName({ name, pushName, number, lid }: Pick<Contact, 'name' | 'pushName' | 'number' | 'lid'>) {
  if (name === '' || name === pushName || name === lid) return false
  return number === null || !sameNumberVariants(number).includes(name)
}
