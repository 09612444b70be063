// The specification's multipart routes that give a row its file: quick messages, schedules, queues and their options, the options of file lists. The row changes by its own
// mutation, so what is allowed there is allowed here, and a file without a right to the row is refused before it is stored.
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/columns.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError, type ErrorCode } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { joinedOptions, type FileListOption } from 'db/file-lists/options.ts'
import { syncedFileLists } from 'db/file-lists/table.ts'
import { noStoredFile } from 'db/media/media-args.ts'
import { mutations, type MutationName } from 'db/mutations.ts'
import { syncedQueueOptions, syncedQueues } from 'db/queues/table.ts'
import { syncedQuickMessages } from 'db/quick-messages/table.ts'
import { syncedSchedules } from 'db/schedules/table.ts'
import type { SyncedTable } from 'db/kit/define-table.ts'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { applyMutation } from '../http/apply-mutation.ts'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/route-doc.ts'
import { fileIn, readMultipart, storeFile } from '../media/received-file.ts'

interface RowWithFile {
  path: string
  /** For OpenAPI. */
  title: string
  synced: SyncedTable
  update: MutationName
  notFound: ErrorCode
}

const rowsWithFile: readonly RowWithFile[] = [
  {
    path: '/quick-messages/:id/media-upload',
    title: 'quick message',
    synced: syncedQuickMessages,
    update: 'quickMessage.update',
    notFound: 'ERR_NOT_FOUND',
  },
  {
    path: '/schedules/:id/media-upload',
    title: 'schedule',
    synced: syncedSchedules,
    update: 'schedule.update',
    notFound: 'ERR_NOT_FOUND',
  },
  {
    path: '/queue/:id/media-upload',
    title: 'queue',
    synced: syncedQueues,
    update: 'queue.update',
    notFound: 'ERR_NO_QUEUE_FOUND',
  },
  {
    path: '/queue-options/:id/media-upload',
    title: 'chatbot option',
    synced: syncedQueueOptions,
    update: 'queueOption.update',
    notFound: 'ERR_NOT_FOUND',
  },
]

const fileList = { synced: syncedFileLists, update: 'fileList.update', notFound: 'ERR_NOT_FOUND' } as const
const ofFileList = '/files/uploadList/:id'

export const mediaUploadDocs: RouteDoc[] = [
  ...rowsWithFile.flatMap(({ path, title }): RouteDoc[] => [
    { method: 'post', path, summary: `Give a ${title} its file (multipart: file)`, status: 200 },
    { method: 'delete', path, summary: `Take a ${title}'s file away`, status: 200 },
  ]),
  {
    method: 'post',
    path: ofFileList,
    summary: 'Give options of a file list their files (multipart: files; id and name of the options in the same order)',
    status: 200,
  },
]

export function mediaUploadRoutes(services: Services) {
  const app = new Hono<Authenticated>()
  const update = (actor: UserActor, name: string, id: string, values: object) => {
    const changes = Object.fromEntries(Object.entries(values).map(([key, to]) => [key, { to }]))
    return applyMutation(services, actor, { id: newId(), name, args: { id, changes } })
  }
  for (const row of rowsWithFile) {
    app.post(row.path, async (c) => {
      const actor = c.get('actor')
      const id = await findId(services, row, actor, c.req.param('id') ?? '')
      const file = fileIn(await readMultipart(c), 'file')
      await update(actor, row.update, id, await storeFile(services, actor.companyId, file))
      return c.json({ id, uuid: id })
    })
    app.delete(row.path, async (c) => {
      const id = await findId(services, row, c.get('actor'), c.req.param('id') ?? '')
      await update(c.get('actor'), row.update, id, noStoredFile)
      return c.json({ id, uuid: id })
    })
  }
  app.post(ofFileList, async (c) => {
    const actor = c.get('actor')
    const id = await findId(services, fileList, actor, c.req.param('id'))
    const body = await readMultipart(c)
    fileIn(body, 'files')
    const before = await services.db.orm.transaction((tx) => joinedOptions.read(tx, id))
    await update(actor, 'fileList.update', id, { options: await withFiles(services, actor, before, body) })
    return c.json({ id, uuid: id })
  })
  return app
}

/** In scope, and theirs to change: nothing is stored for who may not. */
async function findId({ db }: Services, of: Omit<RowWithFile, 'path' | 'title'>, actor: UserActor, input: string) {
  const { synced, notFound } = of
  const { table } = synced
  const [row] = await db.orm
    .select({ id: table.id })
    .from(table)
    .where(and(synced.scope(actor), eq(table.id, parseArgs(idArg, input))))
  if (!row) throw new AppError(notFound)
  if (!mutations.get(of.update)?.can(actor)) throw new AppError('ERR_NO_PERMISSION')
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
