// WhatsApp's text marks as a tree: *bold* _italic_ ~strike~ `code` ```code``` and links. Pure; what is not a mark stays text.

export type Markup =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em' | 'del'; children: Markup[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; text: string }

const kinds = { '*': 'strong', _: 'em', '~': 'del' } as const

/** A mark opens after a border and closes before one, touching its text: `2*3*4` and `* a *` stay as they are. */
const pattern =
  /```(?<block>[^]+?)```|(?<code>`(?<codeText>[^`\n]+)`)|(?<link>(?:https?:\/\/|www\.)[^\s<>"]+)|(?<=^|[\s\p{P}~])(?<mark>[*_~])(?<inner>(?!\s)(?:(?!\k<mark>)[^\n])*?\S)\k<mark>(?=$|[\s\p{P}~])/gu

export function parseMarkup(text: string): Markup[] {
  const nodes: Markup[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) nodes.push({ kind: 'text', text: text.slice(end, match.index) })
    const [node, length] = nodeOf(match[0], match.groups ?? {})
    nodes.push(node)
    // What a link gave back (its closing punctuation) is text.
    if (length < match[0].length) nodes.push({ kind: 'text', text: match[0].slice(length) })
    end = match.index + match[0].length
  }
  if (end < text.length) nodes.push({ kind: 'text', text: text.slice(end) })
  return nodes
}

/** The text without marks, for previews. */
export function plainText(text: string): string {
  return parseMarkup(text).map(plain).join('')
}

function plain(node: Markup): string {
  return 'children' in node ? node.children.map(plain).join('') : node.text
}

function nodeOf(whole: string, groups: Record<string, string | undefined>): [Markup, number] {
  const block = groups['block']?.replace(/^\n|\n$/g, '')
  if (block !== undefined) return [{ kind: 'code', text: block }, whole.length]
  if (groups['codeText'] !== undefined) return [{ kind: 'code', text: groups['codeText'] }, whole.length]
  const { mark, inner } = groups
  if (mark !== undefined && inner !== undefined) {
    return [{ kind: kinds[mark as keyof typeof kinds], children: parseMarkup(inner) }, whole.length]
  }
  const url = withoutTrailing(whole)
  return [{ kind: 'link', href: url.startsWith('www.') ? `https://${url}` : url, text: url }, url.length]
}

/** Punctuation that ends the sentence, not the address; a closing bracket stays if it was opened inside. */
function withoutTrailing(url: string): string {
  const trimmed = url.replace(/[.,;:!?'*_~]+$/, '')
  if (!trimmed.endsWith(')') || trimmed.includes('(')) return trimmed
  return withoutTrailing(trimmed.slice(0, -1))
}

interface Mention {
  digits: string
  name: string
}

/** Text around the people that it mentions as `@digits`; digits that nobody stands for stay text. */
export function splitMentions(text: string, mentions: readonly Mention[]): (string | Mention)[] {
  const byDigits = new Map(mentions.map((mention) => [mention.digits, mention]))
  const parts: (string | Mention)[] = []
  let end = 0
  for (const match of text.matchAll(/@(\d+)/g)) {
    const mention = byDigits.get(match[1] ?? '')
    if (!mention) continue
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(mention)
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}
