// What somebody types, made comparable with what is stored: the rule is db's, on both sides. Pure.

import { foldText } from 'db/kit/search-text.ts'

export { foldText, likePattern } from 'db/kit/search-text.ts'

const accented: Readonly<Record<string, string>> = {
  a: 'aáàâãäAÁÀÂÃÄ',
  c: 'cçCÇ',
  e: 'eéèêëEÉÈÊË',
  i: 'iíìîïIÍÌÎÏ',
  n: 'nñNÑ',
  o: 'oóòôõöOÓÒÔÕÖ',
  u: 'uúùûüUÚÙÛÜ',
}

/** A regular expression, for Postgres too, that finds what is typed whatever its case and accents; '' finds all. */
export function foldedPattern(text: string): string {
  return Array.from(foldText(text), classOf).join('')
}

function classOf(letter: string): string {
  const upper = letter.toUpperCase()
  if (/[\p{L}]/u.test(letter) && upper.length === letter.length) return `[${accented[letter] ?? letter + upper}]`
  return letter.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`)
}

export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
