// What people write who want no more: matched as a whole, not within a sentence, for "não quero parar" is no stop. Pure.
import { foldText } from '../kit/sql/search-text.ts'

/** Around the word it says nothing. */
const courtesies = new Set(
  'por favor pfv pf obrigado obrigada quero queria desejo gostaria de please thanks thank you gracias quiero'.split(
    ' ',
  ),
)

/** At any time after a campaign's message. */
const stops = new Set([
  'sair',
  'sair da lista',
  'parar',
  'pare',
  'pare mensagens',
  'parar mensagens',
  'cancelar',
  'cancelar inscricao',
  'descadastrar',
  'descadastre',
  'descadastro',
  'remover',
  'remova',
  'me remova',
  'me tire da lista',
  'me tira da lista',
  'nao receber',
  'nao receber mais',
  'nao mande mais',
  'nao me mande mais',
  'nao envie mais',
  'nao me envie mais',
  'stop',
  'unsubscribe',
  'quit',
  'opt out',
  'optout',
  'salir',
  'baja',
  'no mas',
])

/** And to a question. */
const refusals = new Set([
  'nao',
  'n',
  'no',
  'nope',
  'nunca',
  'negativo',
  'recuso',
  'nao pode',
  'agora nao',
  'nao aceito',
  'nao autorizo',
])

/** Longer than any of it: nobody folds 64 KB for nothing. */
const longest = 60

function words(text: string): string {
  if (text.length > longest) return ''
  const all = foldText(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  const meant = all.filter((word) => !courtesies.has(word))
  return meant.join(' ')
}

export const isStop = (text: string) => stops.has(words(text))

/** The answer to a question whether one may write: everything else is a yes. */
export const isRefusal = (text: string) => isStop(text) || refusals.has(words(text))
