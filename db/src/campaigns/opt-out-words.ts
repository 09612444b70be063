// What people write who want no more: matched as a whole, not within a sentence, for "não quero parar" is no stop. Pure.
import { foldText } from '../kit/sql/search-text.ts'

/** Around the word it says nothing. */
const courtesies = new Set(
  'por favor pfv pf obrigado obrigada quero queria desejo gostaria de please thanks thank you gracias quiero'.split(
    ' ',
  ),
)

/**
 * A company's until it chooses others: words that mean nothing else. "Cancelar" may be an order's cancellation, and is none of them; a campaign
 * that says "responda CANCELAR para não receber mais" makes it one.
 */
export const usualStopWords: readonly string[] = [
  'sair',
  'sair da lista',
  'parar',
  'pare',
  'parar mensagens',
  'pare mensagens',
  'cancelar inscrição',
  'descadastrar',
  'descadastre',
  'descadastro',
  'me remova',
  'me tire da lista',
  'me tira da lista',
  'não receber',
  'não receber mais',
  'não mande mais',
  'não me mande mais',
  'não envie mais',
  'não me envie mais',
  'stop',
  'unsubscribe',
  'opt out',
  'optout',
  'salir',
  'darme de baja',
  'no mandar más',
]

export const usualStoppedText = 'Tudo bem! Você não vai mais receber nossas campanhas.'

/** A no to one question. */
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

/** Characters of a company's own word. */
export const longestStop = 40

const wordsIn = (text: string) =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

export const isWord = (text: string) => wordsIn(text).length > 0

/** As it was written, and without courtesies; null: nothing that could be one of them. */
function said(text: string): { whole: string; meant: string } | null {
  if (text.length > longest) return null
  const all = wordsIn(text)
  if (all.length === 0) return null
  return { whole: all.join(' '), meant: all.filter((word) => !courtesies.has(word)).join(' ') }
}

export function isStop(text: string, stopWords: readonly string[]): boolean {
  const it = said(text)
  if (!it) return false
  const words = new Set(stopWords.map((word) => wordsIn(word).join(' ')))
  return words.has(it.whole) || words.has(it.meant)
}

/** To a question: whoever it was sent to declines what it asks, and nothing more. */
export const isRefusal = (text: string) => refusals.has(said(text)?.meant ?? '')

const asksToWrite = 'responda|responder|responde|digite|envie|envia|mande|manda|escreva|escribe|reply|text|send|type'
const meansNoMore =
  /\b(sair|parar|descadastr\w*|nao (quer\w* |quis\w* |desej\w* )?(mais )?receber|nao receb\w*|deixar de receber|cancelar (o |a |as |os )?(inscricao|recebimento|mensagens|envio)|unsubscribe|stop receiving|opt out|no longer|dejar de recibir|no recibir|salir|baja)\b/

/** Whether a campaign's text tells people to write exactly this in order to be written to no more. */
export function isHintedIn(campaignText: string, text: string): boolean {
  const it = said(text)
  if (!it) return false
  return campaignText.split(/[.!?;\n]+/).some((sentence) => {
    const folded = wordsIn(sentence).join(' ')
    const asked = new RegExp(`\\b(${asksToWrite})( com| with| con| a palavra| la palabra)? ${it.whole}\\b`, 'u')
    return asked.test(folded) && meansNoMore.test(folded)
  })
}
