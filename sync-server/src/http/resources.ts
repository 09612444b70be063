// What can be written over REST and read again by its id: what a write answers is what GET would.
import type { Actor } from 'db/kit/actor.ts'
import type { Database } from 'db/node/connect.ts'
import { chatAnswer, readChat } from '../chats/reads.ts'
import { connectionAnswer, readConnection } from '../reads/connections.ts'
import { queueOptionAnswer, readQueueOption } from '../reads/management.ts'
import { noteAnswer, readNote } from '../reads/notes.ts'
import { plainReads, readRow } from '../reads/plain-reads.ts'
import type { AnswerSchema } from './openapi/answer-schema.ts'

export interface Resource {
  answer: AnswerSchema
  /** @throws AppError when it is not in the actor's scope */
  read(db: Database, actor: Actor, id: string): Promise<object>
}

const plain = plainReads.map((read): [string, Resource] => [
  read.path,
  { answer: read.answer, read: (db, actor, id) => readRow(db, read, actor, id) },
])

/** By the path of its collection. */
export const resources: ReadonlyMap<string, Resource> = new Map([
  ...plain,
  ['/chats', { answer: chatAnswer, read: readChat }],
  ['/whatsapp', { answer: connectionAnswer, read: readConnection }],
  ['/queue-options', { answer: queueOptionAnswer, read: readQueueOption }],
  ['/ticket-notes', { answer: noteAnswer, read: readNote }],
])
