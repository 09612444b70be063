// Names of types: what a clause may write → pg_type.typname. Modifiers as in varchar(3) are refused: they would change values.
import type { TokenReader } from './token-reader.ts'
import { WhereError } from './where-error.ts'

export interface TypeName {
  /** pg_type.typname; of an array its elements'. */
  name: string
  isArray: boolean
}

/** Longer names first: each is taken whole. */
const names: readonly (readonly [words: readonly string[], name: string])[] = [
  [['timestamp', 'with', 'time', 'zone'], 'timestamptz'],
  [['timestamp', 'without', 'time', 'zone'], 'timestamp'],
  [['character', 'varying'], 'varchar'],
  [['double', 'precision'], 'float8'],
  [['smallint'], 'int2'],
  [['int'], 'int4'],
  [['integer'], 'int4'],
  [['bigint'], 'int8'],
  [['decimal'], 'numeric'],
  [['dec'], 'numeric'],
  [['float'], 'float8'],
  [['real'], 'float4'],
  [['boolean'], 'bool'],
]

/** They stand for char(1), or for a type that has another name. */
const misleading = new Set(['char', 'character', 'nchar', 'bit', 'time', 'interval'])

export function parseType(reader: TokenReader): TypeName {
  const { position } = reader.token
  const name = typeName(reader)
  if (reader.isSymbol('(')) throw new WhereError('types with modifiers are not supported', position)
  if (!reader.takeSymbol('[')) return { name, isArray: false }
  reader.expectSymbol(']')
  return { name, isArray: true }
}

function typeName(reader: TokenReader): string {
  const known = names.find(([words]) => words.every((word, index) => reader.isWord(word, index)))
  if (known) {
    known[0].forEach((word) => reader.expectWord(word))
    return known[1]
  }
  const { kind, text, position } = reader.token
  if (kind !== 'name' && kind !== 'quoted') throw new WhereError('expected a type', position)
  if (kind === 'name' && misleading.has(text)) throw new WhereError(`type ${text} is not supported`, position)
  reader.next()
  return text
}
