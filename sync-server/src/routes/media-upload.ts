// The specification's multipart routes that give a row its file: quick messages and the options of file lists. The row changes by its own
// mutation, so what is allowed there is allowed here, and a file without a right to the row is refused before it is stored.
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { joinedOptions, type FileListOption } from 'db/file-lists/options.ts'
import { syncedFileLists } from 'db/file-lists/table.ts'
import { syncedQuickMessages } from 'db/quick-messages/table.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { applyMutation } from '../http/apply-mutation.ts'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/route-doc.ts'
import { fileIn, readMultipart, storeFile } from '../media/received-file.ts'

const ofQuickMessage = '/quick-messages/:id/media-upload'
const ofFileList = '/files/uploadList/:id'

export const mediaUploadDocs: RouteDoc[] = [
  { method: 'post', path: ofQuickMessage, summary: 'Give a quick message its file (multipart: file)', status: 200 },
  { method: 'delete', path: ofQuickMessage, summary: "Take a quick message's file away", status: 200 },
  {
    method: 'post',
    path: ofFileList,
    summary: 'Give options of a file list their files (multipart: files; id and name of the options in the same order)',
    status: 200,
  },
]

const noFile = { mediaHash: null, mediaName: null, mediaMime: null, mediaSize: null }

export function mediaUploadRoutes(services: Services) {
  const app = new Hono<Authenticated>()
  const update = (actor: UserActor, name: string, id: string, values: object) => {
    const changes = Object.fromEntries(Object.entries(values).map(([key, to]) => [key, { to }]))
    return applyMutation(services, actor, { id: newId(), name, args: { id, changes } })
  }
  app.post(ofQuickMessage, async (c) => {
    const actor = c.get('actor')
    const id = await findId(services, syncedQuickMessages, actor, c.req.param('id'))
    const file = fileIn(await readMultipart(c), 'file')
    await update(actor, 'quickMessage.update', id, await storeFile(services, actor.companyId, file))
    return c.json({ id, uuid: id })
  })
  app.delete(ofQuickMessage, async (c) => {
    const id = await findId(services, syncedQuickMessages, c.get('actor'), c.req.param('id'))
    await update(c.get('actor'), 'quickMessage.update', id, noFile)
    return c.json({ id, uuid: id })
  })
  app.post(ofFileList, async (c) => {
    const actor = c.get('actor')
    const id = await findId(services, syncedFileLists, actor, c.req.param('id'))
    const body = await readMultipart(c)
    fileIn(body, 'files')
    const before = await services.db.orm.transaction((tx) => joinedOptions.read(tx, id))
    await update(actor, 'fileList.update', id, { options: await withFiles(services, actor, before, body) })
    return c.json({ id, uuid: id })
  })
  return app
}

async function findId({ db }: Services, synced: SyncedTable, actor: UserActor, input: string) {
  const { table } = synced
  const [row] = await db.orm
    .select({ id: table.id })
    .from(table)
    .where(and(synced.scope(actor), eq(table.id, parseArgs(idArg, input))))
  if (!row) throw new AppError('ERR_NOT_FOUND')
  return String(row.id)
}

/** The file at each place belongs to the option whose id is at the same place; without one it is a new option. */
async function withFiles(
  services: Services,
  { companyId }: UserActor,
  before: readonly FileListOption[],
  { files = [], id: ids = [], name: names = [] }: Record<string, (string | File)[]>,
): Promise<FileListOption[]> {
  const options = [...before]
  for (const [place, file] of files.filter((each) => each instanceof File).entries()) {
    const stored = await storeFile(services, companyId, file)
    const at = options.findIndex(({ id }) => id === ids[place])
    const known = options[at]
    if (known) options[at] = { ...known, ...stored }
    else options.push({ id: newId(), name: String(names[place] ?? stored.mediaName), ...stored })
  }
  return options
}
