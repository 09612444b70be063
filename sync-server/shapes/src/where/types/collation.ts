// Which collation a comparison of texts goes by, told as Postgres tells it; and what the predicate can do in it.
// Equality and LIKE are the same in all (deterministic) collations; the order of texts and their case are not.
import { WhereError } from '../where-error.ts'

export interface Collation {
  /** pg_collation.collname, or that of the database's locale; null for the database's default, where it is not known. */
  name: string | null
  /** The database's: gives way to any other. */
  isDefault: boolean
  /** By COLLATE. */
  explicit: boolean
}

/** The collation of constants and casts, and of what is made of them: it gives way to any other. */
export const defaultCollation: Collation = { name: null, isDefault: true, explicit: false }

/** These order texts by their bytes. */
const byteOrders = new Set(['C', 'POSIX', 'ucs_basic', 'pg_c_utf8', 'C.UTF-8', 'C.utf8'])
/** These know no letters but ASCII's. */
const ascii = new Set(['C', 'POSIX'])
/** What COLLATE may name. */
const known = new Set(['C', 'POSIX'])

const advice = 'write COLLATE "C" behind the text'

export function explicitCollation(name: string, position: number): Collation {
  if (!known.has(name)) throw new WhereError(`collation ${name} is not supported`, position)
  return { name, isDefault: false, explicit: true }
}

/** Null is of what has no collation, such as a number. */
export function mergeCollations(a: Collation | null, b: Collation | null, position: number): Collation | null {
  if (!a || !b) return a ?? b
  if (a.explicit && b.explicit && a.name !== b.name) throw new WhereError('two collations', position)
  if (a.explicit || b.explicit) return a.explicit ? a : b
  if (a.isDefault && b.isDefault) return a.name === null ? b : a
  if (a.isDefault || b.isDefault) return a.isDefault ? b : a
  if (a.name === b.name) return a
  throw new WhereError(`texts of collations ${a.name} and ${b.name} meet: ${advice}`, position)
}

export function assertByteOrder(collation: Collation | null, position: number) {
  if (!collation || (collation.name !== null && byteOrders.has(collation.name))) return
  throw new WhereError(`texts are ordered in collation ${collation.name ?? 'default'}: ${advice}`, position)
}

export function assertAscii(collation: Collation | null, position: number) {
  if (!collation || (collation.name !== null && ascii.has(collation.name))) return
  throw new WhereError(`upper and lower case depend on collation ${collation.name ?? 'default'}: ${advice}`, position)
}
