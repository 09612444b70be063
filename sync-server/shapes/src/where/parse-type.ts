// Names of types: what a clause may write → pg_type.typname. Modifiers as in varchar(3) are refused: they would change values.
import type { TypeName as TypeNode } from 'libpg-query'
import { nameParts } from './syntax.ts'
import { typeNamed } from './types/types.ts'
import { WhereError } from './where-error.ts'

export interface TypeName {
  /** pg_type.typname; of an array its elements'. */
  name: string
  isArray: boolean
}

export function readType({ names, typmods, setof, pct_type, arrayBounds = [] }: TypeNode, position: number): TypeName {
  if (typmods) throw new WhereError('types with modifiers are not supported', position)
  const parts = nameParts(names)
  const [name = '', schema] = parts.toReversed()
  // What SQL has a word of its own for, as timestamp with time zone, Postgres' parser says with its schema.
  const isKnown = parts.length === 1 || (parts.length === 2 && schema === 'pg_catalog' && typeNamed(name))
  if (!isKnown || setof || pct_type) throw new WhereError(`type ${parts.join('.')} is not supported`, position)
  return { name, isArray: arrayBounds.length > 0 }
}
