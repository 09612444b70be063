// Campaigns as people write them: drafts, on every device, also offline. What starts, stops and sends them is the server's (running.ts).
// Invariants: what is scheduled is complete; what runs, ran, or begins within the hour is not changed; of a cancelled one only the words and the connection are.
import { and, eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { assertPlanHasRoom, lockCompany } from '../companies/plan-limits.ts'
import { syncedConnections } from '../connections/table.ts'
import { syncedContactLists } from '../contact-lists/table.ts'
import { syncedFileLists } from '../file-lists/table.ts'
import { idArg, instantArg } from '../kit/args.ts'
import { crud } from '../kit/crud.ts'
import { defineMutation, type MutationContext, type Tx } from '../kit/define-mutation.ts'
import { AppError } from '../kit/errors.ts'
import { mustFind } from '../kit/find.ts'
import { hasPermission } from '../kit/permissions.ts'
import { noStoredFile, settleFile, storedFile } from '../media/media-args.ts'
import { syncedTags } from '../tags/table.ts'
import { assertCampaigns } from './allowed.ts'
import { copyTagged, dropAudience } from './audience.ts'
import { confirmationFields, editable, isDeletable, isChangeableLater, messageFields, missing } from './rules.ts'
import { campaigns, syncedCampaigns, type Campaign } from './table.ts'

const text = v.pipe(v.string(), v.trim(), v.maxLength(4096))
const fiveTexts = { message1: text, message2: text, message3: text, message4: text, message5: text }
const fiveQuestions = {
  confirmationMessage1: text,
  confirmationMessage2: text,
  confirmationMessage3: text,
  confirmationMessage4: text,
  confirmationMessage5: text,
}
const blank = Object.fromEntries([...messageFields, ...confirmationFields].map((field) => [field, ''])) as Record<
  (typeof messageFields)[number] | (typeof confirmationFields)[number],
  ''
>
const choice = v.nullable(idArg)

/** As a form checks them, field by field. */
export const campaignColumns = {
  name: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(50)),
  connectionId: choice,
  contactListId: choice,
  tagId: choice,
  fileListId: choice,
  scheduledAt: v.nullable(instantArg),
  confirmation: v.boolean(),
  ...fiveTexts,
  ...fiveQuestions,
  ...storedFile,
}

const chosen = { connectionId: null, contactListId: null, tagId: null, fileListId: null } as const

const { create, update, remove } = crud({
  noun: 'campaign',
  synced: syncedCampaigns,
  columns: campaignColumns,
  defaults: { ...chosen, scheduledAt: null, confirmation: false, ...blank, ...noStoredFile },
  unique: [],
  can: (actor) => actor.kind === 'user' && hasPermission(actor, 'campaigns-page:edit'),
  notFound: 'ERR_NOT_FOUND',
  path: '/campaigns',
  title: 'campaign',
  initial: () => ({ status: 'INATIVA' }),
  async settle(tx, ctx, { next, before }) {
    const isNew = (key: keyof typeof chosen) => next[key] !== null && next[key] !== before?.[key]
    const { connectionId, contactListId, tagId, fileListId } = next
    if (connectionId && isNew('connectionId'))
      await mustFind(tx, ctx, syncedConnections, connectionId, 'ERR_NO_WAPP_FOUND')
    if (contactListId && isNew('contactListId'))
      await mustFind(tx, ctx, syncedContactLists, contactListId, 'ERR_NOT_FOUND')
    if (tagId && isNew('tagId')) await mustFind(tx, ctx, syncedTags, tagId, 'ERR_NO_TAG_FOUND')
    if (fileListId && isNew('fileListId')) await mustFind(tx, ctx, syncedFileLists, fileListId, 'ERR_NOT_FOUND')
    if (next.scheduledAt !== null) assertComplete(next)
    return settleFile(tx, ctx, { next, before })
  },
})

/** @throws AppError ERR_VALIDATION, each field that is missing named */
export function assertComplete(campaign: Parameters<typeof missing>[0]) {
  const fields = missing(campaign)
  const said = Object.entries(fields).map(([field, problem]) => [field, [problem]])
  if (said.length > 0) throw new AppError('ERR_VALIDATION', { fields: Object.fromEntries(said) })
}

export const createCampaign = defineMutation({
  ...create,
  async run(tx, args, ctx) {
    await assertCampaigns(tx, ctx)
    if (ctx.side === 'server') await assertRoom(tx, ctx)
    await create.run(tx, args, ctx)
    await settleStatus(tx, ctx, args.id, null)
  },
})

export const updateCampaign = defineMutation({
  ...update,
  async run(tx, args, ctx) {
    await assertCampaigns(tx, ctx)
    const before = await mustFindCampaign(tx, ctx, args.id)
    const what = editable(before, ctx.now)
    const fields = Object.keys(args.changes)
    if (what === 'nothing' || (what === 'texts' && !fields.every(isChangeableLater))) {
      throw new AppError('ERR_CAMPAIGN_RUNNING', { status: before.status })
    }
    await update.run(tx, args, ctx)
    await settleStatus(tx, ctx, args.id, before)
  },
})

export const deleteCampaign = defineMutation({
  ...remove,
  async run(tx, args, ctx) {
    await assertCampaigns(tx, ctx)
    const { status } = await mustFindCampaign(tx, ctx, args.id)
    if (!isDeletable(status)) throw new AppError('ERR_CAMPAIGN_RUNNING', { status })
    await remove.run(tx, args, ctx)
  },
})

/** On the server it is locked: its beginning may be now. */
export async function mustFindCampaign(tx: Tx, ctx: MutationContext, id: string): Promise<Campaign> {
  return await mustFind(tx, ctx, syncedCampaigns, id, 'ERR_NOT_FOUND')
}

/** With a time it is scheduled, without it is a draft; who has the tag now is its audience. */
async function settleStatus(tx: Tx, ctx: MutationContext, id: string, before: Campaign | null) {
  const after = await mustFindCampaign(tx, ctx, id)
  if (after.status === 'INATIVA' || after.status === 'PROGRAMADA') {
    const status = after.scheduledAt === null ? 'INATIVA' : 'PROGRAMADA'
    if (status !== after.status) await tx.update(campaigns).set({ status }).where(eq(campaigns.id, id))
  }
  if (ctx.side === 'client') return
  if (after.tagId !== (before?.tagId ?? null) || (before?.contactListId ?? null) !== after.contactListId) {
    await dropAudience(tx, id)
    if (after.tagId !== null) await copyTagged(tx, { ...after, tagId: after.tagId })
  }
}

/** The plan bounds how many a company has that are not over. @throws AppError ERR_PLAN_LIMIT */
async function assertRoom(tx: Tx, ctx: MutationContext) {
  await lockCompany(tx, ctx)
  const mine = and(
    eq(campaigns.companyId, ctx.actor.companyId),
    inArray(campaigns.status, ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO']),
  )
  if (mine) await assertPlanHasRoom(tx, ctx, { resource: 'campaigns', table: campaigns, scope: mine })
}
