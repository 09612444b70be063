// Recordings as voice notes: encoded once by their content, in a thread, and kept in the company's media store; who sends or forwards one
// again finds it there. Invariant: one recording at a time, so that voices never take the worker's processors from its sessions.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { and, eq } from 'drizzle-orm'
import { createTurns } from 'db/kit/turns.ts'
import { voiceNotes } from 'db/media/voice-notes-table.ts'
import type { Database } from 'db/node/connect.ts'
import type { MediaKey, MediaStore } from 'db/node/media/media-store.ts'
import { takeInFile } from 'db/node/media/take-in-file.ts'
import type { EncodedVoice } from './encode-voice.ts'

export interface VoiceNote {
  /** SHA-256 of the OGG/Opus content in the media store. */
  hash: string
  seconds: number
  waveform: Uint8Array
}

interface Parts {
  db: Database
  media: MediaStore
}

/** A thread that is stuck must not hold up the messages behind it. */
const longestMs = 60_000

const inTurn = createTurns()

/** Null when the recording is not in the store, or can't be encoded: then it goes as it is. @throws when store or database don't answer */
export async function voiceNoteOf(parts: Parts, key: MediaKey): Promise<VoiceNote | null> {
  const known = await findVoiceNote(parts, key)
  if (known) return known
  const content = await parts.media.read(key)
  if (!content) return null
  const mp3 = await buffer(content)
  const encoded = await inTurn(() => encodeInThread(mp3)).catch(() => null)
  return encoded && keep(parts, key, encoded)
}

async function findVoiceNote({ db }: Parts, { companyId, hash }: MediaKey): Promise<VoiceNote | null> {
  const [row] = await db.orm
    .select()
    .from(voiceNotes)
    .where(and(eq(voiceNotes.companyId, companyId), eq(voiceNotes.recordingHash, hash)))
  return row ? { hash: row.hash, seconds: row.seconds, waveform: Buffer.from(row.waveform, 'base64') } : null
}

async function encodeInThread(mp3: Uint8Array): Promise<EncodedVoice> {
  // What it prints is nobody's.
  const thread = new Worker(new URL('voice-thread.ts', import.meta.url), {
    workerData: mp3,
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(() => void thread.terminate(), longestMs)
  try {
    return await new Promise<EncodedVoice>((resolve, reject) => {
      thread.on('message', resolve)
      thread.on('error', reject)
      thread.on('exit', () => reject(new Error('the thread ended without a voice note')))
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

async function keep(parts: Parts, { companyId, hash: recordingHash }: MediaKey, voice: EncodedVoice) {
  const { ogg, seconds, waveform } = voice
  const hash = createHash('sha256').update(ogg).digest('hex')
  const folder = await mkdtemp(join(tmpdir(), 'voice-'))
  try {
    const path = join(folder, 'voice')
    await writeFile(path, ogg)
    await takeInFile(parts, { companyId, hash }, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const row = { companyId, recordingHash, hash, seconds, waveform: Buffer.from(waveform).toString('base64') }
  await parts.db.orm
    .insert(voiceNotes)
    .values({ ...row, createdAt: new Date() })
    .onConflictDoNothing()
  return { hash, seconds, waveform }
}
