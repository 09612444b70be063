import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { companyId, instant } from '../kit/columns.ts'

/** Recordings as they were encoded for WhatsApp, by their content. Server only. */
export const voiceNotes = pgTable(
  'voice_notes',
  {
    companyId: companyId(),
    /** SHA-256 of the recording, and of the OGG/Opus made of it: both are in the media store. */
    recordingHash: text('recording_hash').notNull(),
    hash: text('hash').notNull(),
    seconds: integer('seconds').notNull(),
    /** Loudness over its length, 64 bytes of 0 to 100, in base64. */
    waveform: text('waveform').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.recordingHash] })],
)
