import type { MessageDetails } from 'db/messages/details.ts'
import type { ReactNode } from 'react'
import { parseMarkup, splitMentions, type Markup as Node } from '../lib/text/message-markup.ts'

type Mentions = MessageDetails['mentions']

/** A message's text with WhatsApp's marks. Elements, never HTML: nothing a customer writes is parsed by the browser. */
export function Markup({ text, mentions }: { text: string; mentions?: Mentions | undefined }) {
  return render(parseMarkup(text), mentions)
}

function render(nodes: Node[], mentions: Mentions): ReactNode {
  return nodes.map((node, index) => <Part key={index} node={node} mentions={mentions} />)
}

function Part({ node, mentions }: { node: Node; mentions: Mentions }) {
  switch (node.kind) {
    case 'text':
      return mentions ? <Mentioning text={node.text} mentions={mentions} /> : node.text
    case 'strong':
      return <strong>{render(node.children, mentions)}</strong>
    case 'em':
      return <em>{render(node.children, mentions)}</em>
    case 'del':
      return <del>{render(node.children, mentions)}</del>
    case 'code':
      return <code className="rounded-sm bg-ink/8 px-1 font-mono text-[0.92em] wrap-anywhere">{node.text}</code>
    case 'link':
      return (
        <a
          href={node.href}
          target="_blank"
          rel="noopener noreferrer"
          className="wrap-anywhere text-link underline underline-offset-2"
        >
          {node.text}
        </a>
      )
  }
}

function Mentioning({ text, mentions }: { text: string; mentions: NonNullable<Mentions> }) {
  return splitMentions(text, mentions).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      <b key={index} className="font-medium text-link">
        @{part.name}
      </b>
    ),
  )
}
