// The specification's multipart routes that give a row its file: quick messages, schedules, queues and their options, the options of file lists. The row changes by its own
// mutation, so what is allowed there is allowed here, and a file without a right to the row is refused before it is stored.
import type { UserActor } from 'db/kit/actor.ts'
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError, type ErrorCode } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { syncedAnnouncements } from 'db/announcements/table.ts'
import { syncedCampaigns } from 'db/campaigns/table.ts'
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
import * as v from 'valibot'
import { named } from '../http/openapi/answer-schema.ts'
import { applyMutation } from '../http/apply-mutation.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { resources } from '../http/resources.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { maxFormBytes, receiveForm, type ReceivedForm } from '../media/receive-form.ts'
import { fileIn, storeFile } from '../media/received-file.ts'

interface RowWithFile {
  /** Path of the collection, as '/quick-messages'. */
  path: string
  /** Noun of a row, for the summaries in OpenAPI. */
  title: string
  synced: SyncedTable
  update: MutationName
  notFound: ErrorCode
}

const rowsWithFile: readonly RowWithFile[] = [
  {
    path: '/quick-messages',
    title: 'quick message',
    synced: syncedQuickMessages,
    update: 'quickMessage.update',
    notFound: 'ERR_NOT_FOUND',
  },
  {
    path: '/schedules',
    title: 'schedule',
    synced: syncedSchedules,
    update: 'schedule.update',
    notFound: 'ERR_NOT_FOUND',
  },
  {
    path: '/campaigns',
    title: 'campaign',
    synced: syncedCampaigns,
    update: 'campaign.update',
    notFound: 'ERR_NOT_FOUND',
  },
  {
    path: '/announcements',
    title: 'announcement',
    synced: syncedAnnouncements,
    update: 'announcement.update',
    notFound: 'ERR_NOT_FOUND',
  },
  {
    path: '/queue',
    title: 'queue',
    synced: syncedQueues,
    update: 'queue.update',
    notFound: 'ERR_NO_QUEUE_FOUND',
  },
  {
    path: '/queue-options',
    title: 'chatbot option',
    synced: syncedQueueOptions,
    update: 'queueOption.update',
    notFound: 'ERR_NOT_FOUND',
  },
]

const fileList = { synced: syncedFileLists, update: 'fileList.update', notFound: 'ERR_NOT_FOUND' } as const
const ofFileList = '/files/uploadList/:id'

const routeOf = ({ path }: RowWithFile) => `${path}/:id/media-upload`
const answerOf = (path: string) => resources.get(path)?.answer ?? v.object(named)

export const mediaUploadDocs: RouteDoc[] = [
  ...rowsWithFile.flatMap((row): RouteDoc[] => {
    const route = { path: routeOf(row), status: 200, answer: answerOf(row.path) } as const
    const form = { file: 'file', typeArch: 'text' } as const
    return [
      { method: 'post', summary: `Give a ${row.title} its file`, form, ...route },
      { method: 'delete', summary: `Take a ${row.title}'s file away`, ...route },
    ]
  }),
  {
    method: 'post',
    path: ofFileList,
    summary: 'Give options of a file list their files',
    description:
      '`id` and `name` of the options in the order of the files; one that is of none of them is a new option.',
    form: { files: 'files', id: 'texts', name: 'texts', mediaType: 'texts', fileId: 'text', typeArch: 'text' },
    status: 200,
    answer: answerOf('/files'),
  },
]

export function mediaUploadRoutes(services: Services) {
  const app = new Hono<Authenticated>()
  const maxForm = maxFormBytes(services.env)
  const update = (actor: UserActor, name: string, id: string, values: object) => {
    const changes = Object.fromEntries(Object.entries(values).map(([key, to]) => [key, { to }]))
    return applyMutation(services, actor, { id: newId(), name, args: { id, changes } })
  }
  const shown = async (actor: UserActor, path: string, id: string) =>
    (await resources.get(path)?.read(services.db, actor, id)) ?? { id, uuid: id }
  for (const row of rowsWithFile) {
    app.post(routeOf(row), async (c) => {
      const actor = c.get('actor')
      const id = await findId(services, row, actor, c.req.param('id') ?? '')
      await receiveForm(c, maxForm, async (form) =>
        update(actor, row.update, id, await storeFile(services, actor, fileIn(form, 'file'))),
      )
      return c.json(await shown(actor, row.path, id))
    })
    app.delete(routeOf(row), async (c) => {
      const id = await findId(services, row, c.get('actor'), c.req.param('id') ?? '')
      await update(c.get('actor'), row.update, id, noStoredFile)
      return c.json(await shown(c.get('actor'), row.path, id))
    })
  }
  app.post(ofFileList, async (c) => {
    const actor = c.get('actor')
    const id = await findId(services, fileList, actor, c.req.param('id'))
    await receiveForm(c, maxForm, async (form) => {
      fileIn(form, 'files')
      const before = await services.db.orm.transaction((tx) => joinedOptions.read(tx, id))
      await update(actor, 'fileList.update', id, { options: await withFiles(services, actor, before, form) })
    })
    return c.json(await shown(actor, '/files', id))
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

/** The file at each place belongs to the option whose id is at the same place, else to one of that name without a file, else to a new one. */
async function withFiles(
  services: Services,
  actor: UserActor,
  before: readonly FileListOption[],
  { files: { files = [] }, texts: { id: ids = [], name: names = [] } }: ReceivedForm,
): Promise<FileListOption[]> {
  const options = [...before]
  for (const [place, file] of files.entries()) {
    const stored = await storeFile(services, actor, file)
    const byId = options.findIndex(({ id }) => id === ids[place])
    const byName = options.findIndex(({ name, mediaHash }) => name === names[place] && mediaHash === null)
    const at = byId === -1 ? byName : byId
    const known = options[at]
    if (known) options[at] = { ...known, ...stored }
    else options.push({ id: newId(), name: names[place] ?? stored.mediaName, ...stored })
  }
  return options
}
