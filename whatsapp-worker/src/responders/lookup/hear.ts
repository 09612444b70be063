// What a customer's words mean to the look-up. Pure.
import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils'

export interface Heard {
  /** CPF or CNPJ whose check digits are right, without its punctuation; null: there is none. */
  document: string | null
  /** Whether they agree; null: they said neither. */
  agrees: boolean | null
}

/** Longer words hold no document. */
const longest = 500

const yes = new Set(['1', 's', 'sim', 'isso', 'isso mesmo', 'sou eu', 'correto', 'certo', 'ok', 'yes', 'si'])
const no = new Set(['2', 'n', 'nao', 'nao sou eu', 'nao sou', 'errado', 'no'])

/** Of what they said at once, the newest that means something. */
export function hear(texts: readonly string[]): Heard {
  const newestFirst = texts.toReversed()
  const documents = newestFirst.map(documentIn)
  const answers = newestFirst.map(agreement)
  return {
    document: documents.find((document) => document !== null) ?? null,
    agrees: answers.find((answer) => answer !== null) ?? null,
  }
}

function documentIn(text: string): string | null {
  if (text.length > longest) return null
  // With its punctuation or without, alone or in a sentence.
  const written = text.toUpperCase().match(/(?<![0-9A-Z])[0-9A-Z][0-9A-Z./-]{9,20}(?![0-9A-Z])/g) ?? []
  const spaced = text.replaceAll(/\s/g, '').toUpperCase()
  for (const each of [...written, spaced]) {
    const document = each.replaceAll(/[./-]/g, '')
    if (/^\d{11}$/.test(document) && isValidCpf(document)) return document
    if (/^[0-9A-Z]{12}\d\d$/.test(document) && isValidCnpj(document, { version: 2 })) return document
  }
  return null
}

function agreement(text: string): boolean | null {
  if (text.length > longest) return null
  const word = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .trim()
    .toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : null
}
