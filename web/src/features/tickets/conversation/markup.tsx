import type { ReactNode } from 'react'
import { parseMarkup, type Markup as Node } from '../../../lib/message-markup.ts'

/** A message's text with WhatsApp's marks. Elements, never HTML: nothing a customer writes is parsed by the browser. */
export function Markup({ text }: { text: string }) {
  return render(parseMarkup(text))
}

function render(nodes: Node[]): ReactNode {
  return nodes.map((node, index) => <Part key={index} node={node} />)
}

function Part({ node }: { node: Node }) {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'strong':
      return <strong>{render(node.children)}</strong>
    case 'em':
      return <em>{render(node.children)}</em>
    case 'del':
      return <del>{render(node.children)}</del>
    case 'code':
      return <code className="rounded-sm bg-ink/8 px-1 text-[0.92em]">{node.text}</code>
    case 'link':
      return (
        <a
          href={node.href}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent underline underline-offset-2"
        >
          {node.text}
        </a>
      )
  }
}
