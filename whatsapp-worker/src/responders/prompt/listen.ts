// Voice notes of a customer become text: for the model, and under them for people.
import { buffer } from 'node:stream/consumers'
import { keepTranscript } from 'db/messages/transcript.ts'
import { noted, type CallOf } from 'db/node/ai/model-calls.ts'
import { audioExtension, mostAudioBytes, transcribe } from 'db/node/ai/speech.ts'
import type { Prompt } from 'db/prompts/table.ts'
import type { Said } from 'db/responders/conversation.ts'
import type { ResponderParts } from '../responder.ts'

/** WhatsApp is still asked for it. */
export const isOnItsWay = ({ mediaType, mediaHash, mediaError, transcript }: Said) =>
  mediaType === 'audio' && mediaHash === null && mediaError === null && transcript === null

const mostText = 8_000

interface Listener {
  prompt: Prompt
  apiKey: string | null
  call: CallOf
}

/** As it was, where it can't be listened to. */
export async function heard(parts: ResponderParts, by: Listener, said: Said, signal: AbortSignal): Promise<Said> {
  const { db, media, outgoing, log } = parts
  const { prompt, apiKey, call } = by
  const { mediaHash: hash, mediaMime } = said
  const mime = audioExtension(mediaMime) === null ? null : mediaMime
  if (said.mediaType !== 'audio' || said.transcript !== null || hash === null || mime === null) return said
  if (prompt.transcriptionModel === '') return said
  const content = await media.read({ companyId: call.companyId, hash })
  const audio = content && (await buffer(content))
  if (!audio || audio.length > mostAudioBytes) return said
  const of = { ...call, purpose: 'transcribe', model: prompt.transcriptionModel } as const
  try {
    const transcript = await noted(db, of, { audio: hash, bytes: audio.length }, async () => {
      const { baseUrl } = prompt
      const listening = { baseUrl, apiKey, model: prompt.transcriptionModel, audio, mime }
      const result = (await transcribe(outgoing, listening, signal)).slice(0, mostText)
      return { result, answered: { text: result }, usage: { inputTokens: 0, outputTokens: 0 } }
    })
    if (transcript === '') return said
    await keepTranscript(db.orm, said.id, transcript, new Date())
    return { ...said, transcript }
  } catch (err) {
    log.warn({ err }, 'a voice note was not written down')
    return said
  }
}
