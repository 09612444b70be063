// Contact lists: admins keep them, supervisors see them. Their people are items.ts's.
import * as v from 'valibot'
import { assertCampaigns } from '../campaigns/allowed.ts'
import { assertNoCampaignNeeds } from '../campaigns/in-use.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation } from '../kit/define-mutation.ts'
import { hasPermission } from '../kit/permissions.ts'
import { syncedContactLists } from './table.ts'

/** As a form checks them, field by field. */
export const contactListColumns = { name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)) }

const { create, update, remove } = crud({
  noun: 'contactList',
  synced: syncedContactLists,
  columns: contactListColumns,
  unique: [],
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'campaigns-page:edit'),
  notFound: 'ERR_NOT_FOUND',
  path: '/contact-lists',
  title: 'contact list',
  initial: () => ({ contactsCount: 0, validCount: 0, invalidCount: 0 }),
})

export const createContactList = defineMutation({
  ...create,
  async run(tx, args, ctx) {
    await assertCampaigns(tx, ctx)
    await create.run(tx, args, ctx)
  },
})

export const updateContactList = defineMutation({
  ...update,
  async run(tx, args, ctx) {
    await assertCampaigns(tx, ctx)
    await update.run(tx, args, ctx)
  },
})

export const deleteContactList = defineMutation({
  ...remove,
  async run(tx, args, ctx) {
    await assertNoCampaignNeeds(tx, ctx, 'contactListId', args.id)
    await remove.run(tx, args, ctx)
  },
})
