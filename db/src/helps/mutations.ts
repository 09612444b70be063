// Help videos: the operator's super users keep them, for all companies.
import * as v from 'valibot'
import { crud } from '../kit/crud.ts'
import { syncedHelps } from './table.ts'
import { videoId } from './video-id.ts'

/** As a form checks them, field by field. */
export const helpColumns = {
  title: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(100)),
  description: v.pipe(v.string(), v.trim(), v.maxLength(1000)),
  /** The id or the address; kept as the id. */
  video: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(200),
    v.check((text) => videoId(text) !== null, 'Not a YouTube video'),
    v.transform((text) => videoId(text) ?? text),
  ),
}

export const {
  create: createHelp,
  update: updateHelp,
  remove: deleteHelp,
} = crud({
  noun: 'help',
  synced: syncedHelps,
  columns: helpColumns,
  defaults: { description: '' },
  unique: [{ column: 'title', code: 'ERR_DUPLICATED_NAME' }],
  can: (actor) => actor.kind === 'user' && actor.super,
  notFound: 'ERR_NOT_FOUND',
  path: '/helps',
  title: 'help video',
})
