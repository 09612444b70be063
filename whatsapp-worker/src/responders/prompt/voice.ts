// What a prompt answers becomes a voice note, where it has a voice.
import { noted, type CallOf } from 'db/node/ai/model-calls.ts'
import { readPromptKey } from 'db/node/ai/prompt-keys.ts'
import { speak } from 'db/node/ai/speech.ts'
import type { Prompt } from 'db/prompts/table.ts'
import { noVoice } from 'db/prompts/voices.ts'
import type { Reply } from 'db/responders/answer.ts'
import { keepContent } from '../keep-file.ts'
import type { ResponderParts } from '../responder.ts'

/** Nobody listens to more. */
const mostSpoken = 1_500

/** As text where there is no voice, or it fails: the customer is answered all the same. */
export async function spoken(
  parts: ResponderParts,
  prompt: Prompt,
  call: CallOf,
  text: string,
  signal: AbortSignal,
): Promise<Reply> {
  const { db, outgoing, keys, ttsUrl, log } = parts
  const written = { text }
  if (prompt.voice === noVoice || text.length > mostSpoken) return written
  const voiceKey = await readPromptKey(db, keys, prompt.companyId, prompt.id, 'voiceKey')
  if (voiceKey === null) return written
  const { voice, voiceRegion: region } = prompt
  try {
    const of = { ...call, purpose: 'speak', model: voice } as const
    const mp3 = await noted(db, of, { text }, async () => {
      const result = await speak(outgoing, { ttsUrl, region, voiceKey, voice }, text, signal)
      return { result, answered: { bytes: result.length }, usage: { inputTokens: 0, outputTokens: 0 } }
    })
    const mediaHash = await keepContent(parts, prompt.companyId, mp3)
    return mediaHash === null ? written : { text, mediaHash, mediaName: 'resposta.mp3', isVoice: true }
  } catch (err) {
    log.warn({ err }, 'an answer was not spoken: it goes as text')
    return written
  }
}
