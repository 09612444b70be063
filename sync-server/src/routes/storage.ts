// GET /storage: how much of its room for files the company uses, and what for. For admins.
import { hasPermission } from 'db/kit/permissions.ts'
import { AppError } from 'db/kit/errors.ts'
import { storedBytes } from 'db/media/quota.ts'
import { kindOfFile } from 'db/media/references.ts'
import { storageKinds, type StorageKind } from 'db/media/storage-kinds.ts'
import { mediaFiles } from 'db/media/table.ts'
import { quotaBytes } from 'db/node/media/media-store.ts'
import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'

export const storageDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/storage',
    summary: 'Room for files: bytes used, quota (null: none), and by what',
    status: 200,
    answer: v.object({
      used: v.number(),
      quota: v.nullable(v.number()),
      kinds: v.array(v.object({ kind: v.picklist(storageKinds), bytes: v.number(), files: v.number() })),
    }),
  },
]

interface Use {
  kind: StorageKind
  bytes: number
  files: number
}

export function storageRoutes({ db, env }: Services) {
  return new Hono<Authenticated>().get('/storage', async (c) => {
    const actor = c.get('actor')
    if (!hasPermission(actor, 'settings-page:edit')) throw new AppError('ERR_NO_PERMISSION')
    const file = db.orm
      .select({ kind: sql<StorageKind>`${kindOfFile}`.as('kind'), size: mediaFiles.size })
      .from(mediaFiles)
      .where(eq(mediaFiles.companyId, actor.companyId))
      .as('file')
    const rows: Use[] = await db.orm
      .select({
        kind: file.kind,
        bytes: sql<number>`sum(${file.size})::float8`,
        files: sql<number>`count(*)::int`,
      })
      .from(file)
      .groupBy(file.kind)
    const used = await storedBytes(db.orm, actor.companyId)
    const kinds = storageKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, bytes: 0, files: 0 })
    return c.json({ used, quota: quotaBytes(env), kinds })
  })
}
