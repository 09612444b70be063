// WhatsApp's text marks as a tree: *bold* _italic_ ~strike~ `code` ```code``` and links. Pure; what is not a mark stays text.
// Invariant: one pass over the text, however it is nested and wherever it is left open: a mark ends at the next sign of its kind or not at
// all, so nothing is looked for twice. A mark within another is of another kind: three levels at most.

export type Markup =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em' | 'del'; children: Markup[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; text: string }

const kinds = { '*': 'strong', _: 'em', '~': 'del' } as const
type Mark = keyof typeof kinds

/** A node, and where it ends. */
interface Found {
  node: Markup
  end: number
}

export function parseMarkup(text: string): Markup[] {
  const nodes: Markup[] = []
  let end = 0
  for (const found of foundIn(text)) {
    if (found.start > end) nodes.push({ kind: 'text', text: text.slice(end, found.start) })
    nodes.push(found.node)
    end = found.end
  }
  if (end < text.length) nodes.push({ kind: 'text', text: text.slice(end) })
  return nodes
}

function* foundIn(text: string): Generator<Found & { start: number }> {
  const beginning = /```|[`*_~]|https?:\/\/|www\./g
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    const [sign, start] = [match[0], match.index]
    const found = readAt(text, start, sign)
    beginning.lastIndex = found?.end ?? start + 1
    if (found) yield { ...found, start }
  }
}

function readAt(text: string, start: number, sign: string): Found | null {
  if (sign === '```') return readBlock(text, start)
  if (sign === '`') return readCode(text, start)
  return sign in kinds ? readMark(text, start, sign as Mark) : readLink(text, start, sign)
}

/** A block between ``` signs; null when it is not closed. A search to the end is cheap: a sign that is not closed is the last one. */
function readBlock(text: string, start: number): Found | null {
  const close = text.indexOf('```', start + 4)
  if (close === -1) return null
  return { node: { kind: 'code', text: text.slice(start + 3, close).replace(/^\n|\n$/g, '') }, end: close + 3 }
}

function readCode(text: string, start: number): Found | null {
  const close = closeOf(text, start, '`')
  if (close === null || close === start + 1) return null
  return { node: { kind: 'code', text: text.slice(start + 1, close) }, end: close + 1 }
}

/** It opens after a border and closes before one, touching its text: `2*3*4` and `* a *` stay as they are. */
function readMark(text: string, start: number, sign: Mark): Found | null {
  if (!isBorder(characterBefore(text, start))) return null
  const close = closeOf(text, start, sign)
  if (close === null || !isBorder(characterAt(text, close + 1))) return null
  const inner = text.slice(start + 1, close)
  if (inner === '' || inner.trim().length < inner.length) return null
  return { node: { kind: kinds[sign], children: parseMarkup(inner) }, end: close + 1 }
}

/** The next sign of its kind, on the same line; null when there is none. */
function closeOf(text: string, start: number, sign: string): number | null {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) if (text[at] === sign) return at
  return null
}

const border = /^[\s\p{P}~]$/u
/** The beginning and the end of the text are borders too. */
const isBorder = (character: string) => character === '' || border.test(character)
const characterBefore = (text: string, at: number) => Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
const characterAt = (text: string, at: number) => Array.from(text.slice(at, at + 2))[0] ?? ''

/** What directs letters is no part of an address: it would make one look like another. */
const address = /[^\s<>"\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*/y

function readLink(text: string, start: number, scheme: string): Found | null {
  address.lastIndex = start + scheme.length
  const rest = withoutTrailing(address.exec(text)?.[0] ?? '')
  if (rest === '') return null
  const url = scheme + rest
  return {
    node: { kind: 'link', href: scheme === 'www.' ? `https://${url}` : url, text: url },
    end: start + url.length,
  }
}

/** Punctuation that ends the sentence, not the address; a closing bracket stays if it was opened inside. */
function withoutTrailing(url: string): string {
  let unopened = countOf(url, ')') - countOf(url, '(')
  let end = url.length
  for (; end > 0; end--) {
    const last = url[end - 1] ?? ''
    if (last === ')' && unopened > 0) unopened--
    else if (!".,;:!?'*_~".includes(last)) break
  }
  return url.slice(0, end)
}

const countOf = (text: string, character: string) => text.split(character).length - 1

/** The text without marks, for previews. */
export function plainText(text: string): string {
  return parseMarkup(text).map(plain).join('')
}

function plain(node: Markup): string {
  return 'children' in node ? node.children.map(plain).join('') : node.text
}

interface Mention {
  digits: string
  name: string
}

/** Text around the people that it mentions as `@digits`, or as `@name` where no digits stand for them; what nobody stands for stays text. */
export function splitMentions(text: string, mentions: readonly Mention[]): (string | Mention)[] {
  const byDigits = new Map(mentions.map((mention) => [mention.digits, mention]))
  const parts: (string | Mention)[] = []
  let end = 0
  for (const match of text.matchAll(mentionPattern(mentions))) {
    const mention = byDigits.get(match[1] ?? '')
    if (!mention) continue
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(mention)
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** The longest first: "Ana Lima" is not "Ana". */
function mentionPattern(mentions: readonly Mention[]): RegExp {
  const names = mentions
    .map(({ digits }) => digits)
    .filter((digits) => !/^\d*$/.test(digits))
    .toSorted((a, b) => b.length - a.length)
  return new RegExp(`@(${[...names.map(escaped), String.raw`\d+`].join('|')})`, 'g')
}
