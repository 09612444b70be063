// The items of an array constant as Postgres writes it: {a,"b \"c\"",NULL}.
import { WhereError, type Value } from './parse.ts'

const item = /\s*(?:"(?<quoted>(?:[^"\\]|\\[\s\S])*)"|(?<bare>(?:[^",{}\\]|\\[\s\S])+))\s*(?<end>[,}])/y

/** @throws WhereError for columns, NULL, and arrays of arrays. */
export function arrayItems(array: Value): Value[] {
  const { position } = array
  const text = array.kind === 'literal' ? (array.value?.trim() ?? '') : ''
  if (!text.startsWith('{')) throw new WhereError('ANY takes a constant array', position)
  if (/^\{\s*\}$/.test(text)) return []
  const items: Value[] = []
  for (item.lastIndex = 1; ;) {
    const groups = item.exec(text)?.groups
    if (!groups) throw new WhereError('malformed array', position)
    const { quoted, bare = '', end } = groups
    items.push(
      quoted === undefined && bare.trim().toLowerCase() === 'null'
        ? { kind: 'literal', type: 'null', value: null, position }
        : { kind: 'literal', type: 'text', value: unescape(quoted ?? bare.trim()), position },
    )
    if (end === ',') continue
    if (item.lastIndex !== text.length) throw new WhereError('malformed array', position)
    return items
  }
}

const unescape = (text: string) => text.replaceAll(/\\([\s\S])/g, '$1')
