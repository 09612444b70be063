// Announcements: the operator's super users keep them, for all companies. Whoever reads them notes up to when.
import { and, eq, lt } from 'drizzle-orm'
import * as v from 'valibot'
import { instantArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { noStoredFile, settlePicture, storedFile } from '../media/media-args.ts'
import { announcementViews, keepsAnnouncements, syncedAnnouncements } from './table.ts'

/** As a form checks them, field by field. */
export const announcementColumns = {
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4096)),
  priority: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3)),
  status: v.boolean(),
  ...storedFile,
}

const defaults = { priority: 3, status: true, ...noStoredFile } as const

export const {
  create: createAnnouncement,
  update: updateAnnouncement,
  remove: deleteAnnouncement,
} = crud({
  noun: 'announcement',
  synced: syncedAnnouncements,
  columns: announcementColumns,
  defaults,
  unique: [],
  can: keepsAnnouncements,
  notFound: 'ERR_NOT_FOUND',
  path: '/announcements',
  title: 'announcement',
  settle: settlePicture,
})

/** Always of oneself; what was seen stays seen. A device's clock is not asked: `until` is the time of an announcement. */
export const seeAnnouncements = defineMutation({
  name: 'announcement.see',
  refusal: 'alone',
  args: v.strictObject({ until: instantArg }),
  can: (actor) => actor.kind === 'user',
  async run(tx, { until }, { actor, now, side }) {
    if (actor.kind !== 'user') throw new AppError('ERR_NO_PERMISSION')
    // What is to come has been seen by nobody.
    const seenAt = side === 'server' && until > now ? now : until
    const own = eq(announcementViews.id, actor.userId)
    const [row] = await tx.select({ id: announcementViews.id }).from(announcementViews).where(own)
    if (row) {
      const later = and(own, lt(announcementViews.seenAt, seenAt))
      await tx.update(announcementViews).set({ seenAt, updatedAt: now }).where(later)
    } else {
      const { userId: id, companyId } = actor
      await tx.insert(announcementViews).values({ id, companyId, seenAt, createdAt: now, updatedAt: now })
    }
  },
})
