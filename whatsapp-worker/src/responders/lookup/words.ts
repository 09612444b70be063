// What the look-up says. Pure. Bullets hide letters, since asterisks would be bold there.
import type { Bill, Payable } from './system.ts'

/** Enough of a name to know it by, and too little to learn it: whoever has a document needs no more. */
export function maskedName(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  const shown = words.slice(0, 5).map((word, at) => {
    const letters = word.match(/[\p{L}\p{N}]/gu) ?? []
    const kept = at === 0 ? Math.min(3, Math.floor(letters.length / 2)) : 1
    return `${letters.slice(0, Math.max(1, kept)).join('')}•••`
  })
  return shown.join(' ')
}

export const askDocument =
  'Para encontrar suas cobranças, envie o CPF ou CNPJ do titular, só com números. Para falar com uma pessoa, envie #.'
export const notADocument = 'Este CPF ou CNPJ não é válido. Confira os números e envie de novo.'
export const notFound = 'Não encontrei cadastro com este CPF ou CNPJ. Confira os números e envie de novo.'
export const notThem = 'Tudo bem. Envie o CPF ou CNPJ do titular das cobranças.'
export const tooOften = 'Não consegui encontrar o seu cadastro. Uma pessoa da equipe continua o atendimento.'
export const failed = 'Não consegui consultar as cobranças agora. Uma pessoa da equipe continua o atendimento.'
export const nothingOpen = 'Não há cobranças em aberto neste cadastro. Se precisar de algo mais, escreva aqui.'
export const isItYou = (name: string) => `Encontrei o cadastro de *${name}*. É você?\n\n1 - Sim\n2 - Não`
export const chooseOne = (name: string) => `Responda 1 para sim ou 2 para não. O cadastro é de *${name}*?`
export const lastWords = 'Se precisar de algo mais, escreva aqui: uma pessoa da equipe responde.'

export function firstWords(all: number, told: number): string {
  if (all === 1) return 'Há uma cobrança em aberto:'
  return all === told
    ? `Há ${all} cobranças em aberto:`
    : `Há ${all} cobranças em aberto. Estas são as ${told} primeiras:`
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

export function billWords({ cents, due, description, link }: Bill, { line, pix, pdf }: Payable, today: string): string {
  const [year, month, day] = due.split('-')
  const ways = [line && 'a linha digitável', pix && 'o Pix copia e cola', pdf && 'o boleto em PDF'].filter(Boolean)
  const follows = new Intl.ListFormat('pt-BR').format(ways.map(String))
  return [
    description,
    // The space that no line is broken at is none that people search for.
    `Valor: *${reais.format(cents / 100).replaceAll('\u00A0', ' ')}*`,
    `Vencimento: ${day}/${month}/${year}${due < today ? ' (vencida)' : ''}`,
    ways.length === 0 && link !== null ? `Pague em: ${link}` : '',
    ways.length > 0 ? `A seguir: ${follows}.` : '',
  ]
    .filter((text) => text !== '')
    .join('\n')
}
