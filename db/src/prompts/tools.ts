// What a model may do besides talking: a list that is made for each conversation, and the reading of what it wants. Pure.
// Invariant: nothing a model says has an effect but a call of an offered tool whose arguments are of the offered ones. Queues and tags are known to
// it by their names only, each name once; what it calls otherwise is told to it as wrong.
import * as v from 'valibot'
import type { Next } from '../responders/answer.ts'
import type { Conversation } from '../responders/conversation.ts'

export interface ToolCall {
  id: string
  name: string
  /** JSON, or what the model takes for it. */
  arguments: string
}

export interface Tool {
  type: 'function'
  function: { name: string; description: string; parameters: object }
}

export type Wish =
  /** Ends the model's part; `text` is what it says to the customer. */
  | { kind: 'end'; next: Next; text: string }
  | { kind: 'tag'; tagId: string }
  /** What the model is told is wrong with it. */
  | { kind: 'wrong'; why: string }

type Offered = Pick<Conversation, 'queues' | 'tags'>

const message = {
  type: 'string',
  description: 'O que dizer ao cliente agora, em uma ou duas frases, no idioma dele.',
}

const tool = (name: string, description: string, properties: object): Tool => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  },
})

export function toolsFor({ queues, tags }: Offered): Tool[] {
  const [queueNames, tagNames] = [[...byName(queues).keys()], [...byName(tags).keys()]]
  return [
    ...(queueNames.length > 0
      ? [
          tool('transfer_to_queue', 'Passa a conversa para as pessoas de um setor.', {
            queue: { type: 'string', enum: queueNames },
            message,
          }),
        ]
      : []),
    tool('ask_person', 'Chama uma pessoa quando o cliente pede, ou quando você não sabe ou não pode ajudar.', {
      reason: { type: 'string', description: 'Por quê, para a pessoa que vai atender.' },
      message,
    }),
    tool('close_conversation', 'Encerra a conversa quando o cliente não precisa de mais nada.', { message }),
    ...(tagNames.length > 0
      ? [tool('add_tag', 'Marca a conversa com uma etiqueta.', { tag: { type: 'string', enum: tagNames } })]
      : []),
  ]
}

const said = v.optional(v.pipe(v.string(), v.maxLength(4096)), '')
const schemas = {
  transfer_to_queue: v.object({ queue: v.string(), message: said }),
  ask_person: v.object({ reason: v.optional(v.string(), ''), message: said }),
  close_conversation: v.object({ message: said }),
  add_tag: v.object({ tag: v.string() }),
}

/** `queueId`: whose people get it where a queue is not named. */
export function readWish(call: ToolCall, offered: Offered, queueId: string | null): Wish {
  const args = parsed(call.arguments)
  switch (call.name) {
    case 'transfer_to_queue': {
      const wish = v.safeParse(schemas.transfer_to_queue, args)
      const id = wish.success ? byName(offered.queues).get(wish.output.queue) : undefined
      if (!wish.success || id === undefined) return wrong('queue')
      return { kind: 'end', next: { kind: 'transfer', queueId: id }, text: wish.output.message }
    }
    case 'ask_person': {
      const wish = v.safeParse(schemas.ask_person, args)
      if (!wish.success) return wrong('arguments')
      return { kind: 'end', next: { kind: 'people', queueId, reason: 'asked' }, text: wish.output.message }
    }
    case 'close_conversation': {
      const wish = v.safeParse(schemas.close_conversation, args)
      return wish.success ? { kind: 'end', next: { kind: 'close' }, text: wish.output.message } : wrong('arguments')
    }
    case 'add_tag': {
      const wish = v.safeParse(schemas.add_tag, args)
      const tagId = wish.success ? byName(offered.tags).get(wish.output.tag) : undefined
      return tagId === undefined ? wrong('tag') : { kind: 'tag', tagId }
    }
    default:
      return wrong('tool')
  }
}

const wrong = (what: string): Wish => ({ kind: 'wrong', why: `There is no such ${what}. Use only what was offered.` })

/** Two of the same name are one to a model: the first. */
function byName(list: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { id, name } of list) if (!names.has(name)) names.set(name, id)
  return names
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text)
  } catch {
    return null
  }
}
