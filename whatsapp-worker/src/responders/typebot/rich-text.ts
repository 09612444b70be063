// Typebot's rich text as WhatsApp writes it. Pure. What comes from outside may be nested as deep as it likes: it is read to a depth and no further.
const deepest = 24
const longest = 10_000

interface Node {
  type?: unknown
  text?: unknown
  bold?: unknown
  italic?: unknown
  url?: unknown
  children?: unknown
}

/** Blocks under each other; an empty paragraph is an empty line. */
export function textOfRich(blocks: unknown): string {
  if (!Array.isArray(blocks)) return ''
  return blocks
    .slice(0, 500)
    .map((block) => blockText(block, 0))
    .join('\n')
    .trim()
    .slice(0, longest)
}

function blockText(node: unknown, depth: number): string {
  if (!isNode(node) || depth > deepest) return ''
  const { type } = node
  if (type === 'ul' || type === 'ol') {
    return childrenOf(node)
      .map((item, index) => `${type === 'ol' ? `${index + 1}.` : '•'} ${blockText(item, depth + 1)}`)
      .join('\n')
  }
  return inlineText(node, depth)
}

function inlineText(node: Node, depth: number): string {
  if (depth > deepest) return ''
  if (typeof node.text === 'string') return marked(node.text, node)
  const inner = childrenOf(node)
    .map((child) =>
      isNode(child) && (child.type === 'ul' || child.type === 'ol')
        ? `\n${blockText(child, depth + 1)}`
        : isNode(child)
          ? inlineText(child, depth + 1)
          : '',
    )
    .join('')
  if (node.type !== 'a' || typeof node.url !== 'string') return inner
  return inner === node.url || inner === '' ? node.url : `${inner} (${node.url})`
}

/** Marks stand close to the words, or WhatsApp shows them as they are. */
function marked(text: string, { bold, italic }: Node): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  if (words === '') return text
  const withBold = bold === true ? `*${words}*` : words
  return before + (italic === true ? `_${withBold}_` : withBold) + after
}

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null && !Array.isArray(node)
const childrenOf = ({ children }: Node): unknown[] => (Array.isArray(children) ? children.slice(0, 500) : [])
