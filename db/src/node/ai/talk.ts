// A model talks: asked, until it says something to the customer or ends its part by a tool. Used to answer customers and to try a prompt.
import type { ChatMessage } from '../../prompts/dialogue.ts'
import { readWish, toolsFor, type ToolCall } from '../../prompts/tools.ts'
import type { Next } from '../../responders/answer.ts'
import type { Conversation } from '../../responders/conversation.ts'
import type { Database } from '../connect.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { AiError } from './ai-error.ts'
import { complete, type ModelSettings, type Usage } from './chat.ts'
import { noted, type CallOf } from './model-calls.ts'

/** What it tags, or calls wrongly, is told to it, and it goes on. */
const mostRounds = 4

export interface Talked {
  text: string
  next: Next
  tagIds: string[]
  usage: Usage
}

interface Parts {
  db: Database
  outgoing: Outgoing
}

/** `queueId`: whose people get what it leaves. @throws AiError */
export async function talk(
  { db, outgoing }: Parts,
  {
    model,
    call,
    offered,
    queueId,
  }: { model: ModelSettings; call: CallOf; offered: Pick<Conversation, 'queues' | 'tags'>; queueId: string | null },
  dialogue: readonly ChatMessage[],
  signal: AbortSignal,
): Promise<Talked> {
  const tools = toolsFor(offered)
  const messages = [...dialogue]
  const tagIds = new Set<string>()
  const usage: Usage = { inputTokens: 0, outputTokens: 0 }
  for (let round = 0; round < mostRounds; round++) {
    const said = await noted(db, call, { messages, tools: tools.map(({ function: { name } }) => name) }, async () => {
      const completion = await complete(outgoing, model, messages, tools, signal)
      const { text, toolCalls } = completion
      if (text.trim() === '' && toolCalls.length === 0) throw new AiError('nonsense')
      return { result: completion, answered: { text, toolCalls }, usage: completion.usage }
    })
    usage.inputTokens += said.usage.inputTokens
    usage.outputTokens += said.usage.outputTokens
    const wishes = said.toolCalls.map((wish) => ({ wish: readWish(wish, offered, queueId), of: wish }))
    for (const { wish } of wishes) if (wish.kind === 'tag') tagIds.add(wish.tagId)
    const end = wishes.map(({ wish }) => wish).find((wish) => wish.kind === 'end')
    const done = { tagIds: [...tagIds], usage }
    if (end) return { ...done, text: said.text.trim() || end.text, next: end.next }
    if (said.text.trim() !== '') return { ...done, text: said.text, next: { kind: 'wait' } }
    messages.push(asked(said.toolCalls))
    for (const { wish, of } of wishes) {
      messages.push({ role: 'tool', tool_call_id: of.id, content: wish.kind === 'wrong' ? wish.why : 'ok' })
    }
  }
  throw new AiError('nonsense')
}

const asked = (calls: readonly ToolCall[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: calls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  })),
})
