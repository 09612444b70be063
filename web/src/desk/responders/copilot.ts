// Help to write, as it comes from the server: text in pieces, for whoever asked and nobody else.
import { AppError } from 'db/kit/errors.ts'
import { companySettings } from 'db/settings/queries.ts'
import { useQuery } from '../../sync/client.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'
import { usePlanFeatures } from '../guards/use-plan-features.ts'

/** As the server ends what broke off. */
const brokenOff = '\u0000'

export type Help = 'suggest' | 'improve' | 'summarize'

/** Whether the company has switched it on. */
export function useCopilotIsOn(): boolean {
  const { features } = usePlanFeatures()
  const [settings] = useQuery(companySettings()).rows
  return features.has('useOpenAi') && settings?.copilotPromptId != null
}

/** `onText` is told the text so far. Resolves with all of it. @throws AppError; TypeError when the network fails; AbortError */
export async function help(
  ticketId: string,
  asked: { purpose: Help; text?: string },
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const response = await authorizedFetch(`/api/tickets/${ticketId}/copilot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    signal,
  })
  if (!response.ok || !response.body) throw await errorOf(response)
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of piecesOf(response.body)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(brokenOff)) throw new AppError('ERR_AI')
    onText(text)
  }
  return text
}

/** Not every browser iterates over streams. */
async function* piecesOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    reader.releaseLock()
  }
}
