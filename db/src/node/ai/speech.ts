// Speech into text (OpenAI's POST /audio/transcriptions) and text into speech (Azure).
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { jsonOf, readAs } from '../outgoing/read-json.ts'
import { addressOf, keyHeader } from './chat.ts'
import { AiError, failedWith } from './ai-error.ts'

/** As the service takes it. */
export const mostAudioBytes = 25 * 1024 * 1024

const extensions: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'm4a',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
}

/** Null of a kind that it does not take. */
export const audioExtension = (mime: string | null) => extensions[(mime ?? '').split(';')[0]?.trim() ?? ''] ?? null

const transcription = v.object({ text: v.pipe(v.string(), v.maxLength(100_000)) })

interface Listening {
  baseUrl: string
  apiKey: string | null
  model: string
  audio: Uint8Array
  mime: string
}

/** @throws AiError */
export async function transcribe(outgoing: Outgoing, listening: Listening, signal: AbortSignal): Promise<string> {
  const { baseUrl, apiKey, model, audio, mime } = listening
  const boundary = `balcao-${randomUUID()}`
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="audio.${audioExtension(mime) ?? 'ogg'}"\r\ncontent-type: ${mime.split(';')[0]}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(field('model', model) + field('language', 'pt') + file),
    audio,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await outgoing.send({
    url: addressOf(baseUrl, '/audio/transcriptions'),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...keyHeader(apiKey) },
    body,
    timeoutMs: 50_000,
    httpsOnly: true,
    signal,
  })
  if (answer.kind !== 'done') throw failedWith(answer)
  const said = readAs(transcription, jsonOf(answer.body))
  if (!said) throw new AiError('nonsense')
  return said.text.trim()
}

export interface VoiceSettings {
  /** Where Azure is; `{region}` stands for the key's. */
  ttsUrl: string
  region: string
  voiceKey: string
  /** pt-BR-FranciscaNeural */
  voice: string
}

export const azureTtsUrl = 'https://{region}.tts.speech.microsoft.com'

/** MP3, which the worker makes a voice note of as it does of people's recordings. @throws AiError */
export async function speak(outgoing: Outgoing, settings: VoiceSettings, text: string, signal: AbortSignal) {
  const { ttsUrl, region, voiceKey, voice } = settings
  const answer = await outgoing.send({
    url: `${ttsUrl.replace('{region}', region)}/cognitiveservices/v1`,
    headers: {
      'content-type': 'application/ssml+xml',
      'ocp-apim-subscription-key': voiceKey,
      'x-microsoft-outputformat': 'audio-24khz-48kbitrate-mono-mp3',
    },
    body: `<speak version="1.0" xml:lang="pt-BR"><voice name="${escaped(voice)}">${escaped(text)}</voice></speak>`,
    timeoutMs: 30_000,
    maxAnswerBytes: 8 * 1024 * 1024,
    httpsOnly: true,
    signal,
  })
  if (answer.kind !== 'done') throw failedWith(answer)
  if (answer.body.length === 0) throw new AiError('nonsense')
  return answer.body
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** What XML has no place for is left out. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
