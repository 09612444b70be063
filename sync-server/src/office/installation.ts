// What super users decide for the whole installation: whether companies open by themselves, and how they pay.
import { actorIn, recordAudit } from 'db/audit/record.ts'
import { voidStaticCharges } from 'db/billing/charges.ts'
import { installation, pixProviders } from 'db/billing/table.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { deleteSecret, secretFact, setSecret } from 'db/node/keys/secrets.ts'
import { createEfi } from 'db/node/pix/efi.ts'
import { efiCredentials, efiSecret, operatorOf } from 'db/node/pix/open-provider.ts'
import { PixError } from 'db/node/pix/provider.ts'
import { toPixKey } from 'db/node/pix/pix-key.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import { randomBytes } from 'node:crypto'
import { keysOf } from '../env.ts'
import type { Authenticated, Services } from '../http/context.ts'
import { instant, nullableText } from '../http/openapi/answer-schema.ts'
import { toAppError } from './provider.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readChanged } from '../http/put-back.ts'
import { readJson } from '../http/read-json.ts'
import { assertSuper } from './super.ts'

const line = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))

const columns = {
  signup: v.boolean(),
  /** Whom to ask where it is off, and about bills. */
  contact: line(200),
  /** 'manual': super users mark invoices as paid. */
  pixProvider: v.picklist(pixProviders),
  /** '' until somebody says it: nobody can pay before. */
  pixKey: line(77),
  pixName: line(100),
  pixCity: line(100),
}
/** Credentials are set and never told: that they are there, since when, and by whom. */
const answer = v.object({
  ...columns,
  efi: v.nullable(v.object({ setAt: instant, by: nullableText, webhook: v.boolean() })),
})
const changes = v.partial(v.strictObject(columns))

export const installationDocs: RouteDoc[] = [
  {
    method: 'get',
    path: '/installation',
    summary: 'Settings of the installation, for super users',
    status: 200,
    answer,
  },
  { method: 'put', path: '/installation', summary: 'Change them', body: changes, status: 200, answer },
  {
    method: 'put',
    path: '/installation/efi',
    summary: "The operator's credentials at Efí; they are tried before they are kept",
    body: efiCredentials,
    status: 200,
    answer,
  },
  {
    method: 'delete',
    path: '/installation/efi',
    summary: 'Forget them; payment is by hand again',
    status: 200,
    answer,
  },
]

export function installationRoutes(services: Services) {
  const { db, env } = services
  const read = async () => {
    const [row] = await db.orm.select().from(installation)
    if (!row) throw new Error('the database has this row from the beginning')
    const { single: _one, ...shown } = row
    const operatorId = await operatorOf(db.orm)
    const efi = operatorId === undefined ? null : await secretFact(db.orm, operatorId, efiSecret)
    return { ...shown, efi: efi && { ...efi, webhook: env.PUBLIC_URL !== undefined } }
  }
  const app = new Hono<Authenticated>()
  app.use(assertSuper)
  app.get('/', async (c) => c.json(await read()))
  app.put('/', async (c) => {
    const { before, changed } = await readChanged(c, read)
    if (changed === null) return c.json(before)
    const { pixKey, ...rest } = parseArgs(changes, changed)
    const set = { ...rest, ...(pixKey !== undefined && { pixKey: keyOf(pixKey) }) }
    await db.orm.transaction((tx) => change(tx, c.get('actor'), set, new Date()))
    return c.json(await read())
  })
  app.put('/efi', async (c) => {
    await keepEfi(services, c.get('actor').userId, parseArgs(efiCredentials, await readJson(c)))
    return c.json(await read())
  })
  app.delete('/efi', async (c) => {
    const operatorId = await operatorOf(db.orm)
    await db.orm.transaction(async (tx) => {
      if (operatorId !== undefined) await deleteSecret(tx, operatorId, efiSecret)
      const said = { action: 'secret.changed', details: { fields: [efiSecret] } } as const
      await recordAudit(tx, { ...actorIn(c.get('actor')), ...said }, new Date())
      await tx.update(installation).set({ pixProvider: 'manual' })
    })
    return c.json(await read())
  })
  return app
}

type Row = typeof installation.$inferSelect

/** Codes that hold a key, a name or a city that are not the operator's any more are voided in the same moment. */
async function change(tx: ServerTx, actor: UserActor, set: Partial<Row>, now: Date) {
  const [before] = await tx.select().from(installation).for('update')
  if (!before) throw new Error('the database has this row from the beginning')
  const isOther = (name: string) => set[name as keyof Row] !== before[name as keyof Row]
  const fields = Object.keys(set).filter(isOther)
  if (fields.length === 0) return
  await tx.update(installation).set(set)
  if (['pixKey', 'pixName', 'pixCity'].some((name) => fields.includes(name))) await voidStaticCharges(tx, now)
  await recordAudit(tx, { ...actorIn(actor), action: 'installation.changed', details: { fields } }, now)
}

/** Tried first: what Efí does not take is not kept. From then on companies pay by it. @throws AppError */
async function keepEfi({ db, env }: Services, userId: string, credentials: v.InferOutput<typeof efiCredentials>) {
  const [keys, operatorId] = [keysOf(env), await operatorOf(db.orm)]
  const [row] = await db.orm.select().from(installation)
  if (!keys || operatorId === undefined || !row || row.pixKey === '') throw new AppError('ERR_PAYMENT_NOT_CONFIGURED')
  const webhook = randomBytes(24).toString('hex')
  try {
    const efi = readable(() =>
      createEfi({ baseUrl: env.EFI_BASE_URL, ...credentials, key: row.pixKey, ca: env.EFI_CA }),
    )
    // Asked for nothing: it says whether Efí knows them.
    await efi.paymentsBetween(new Date(), new Date())[Symbol.asyncIterator]().next()
    const url = `${env.PUBLIC_URL}/api/pix/efi/${webhook}`
    if (env.PUBLIC_URL) await efi.registerWebhook(url, { skipMtls: true })
  } catch (error) {
    throw error instanceof PixError && error.kind !== 'unavailable' ? wrong('clientId', error) : toAppError(error)
  }
  const text = JSON.stringify({ ...credentials, webhook })
  await db.orm.transaction(async (tx) => {
    await setSecret(tx, keys, { companyId: operatorId, name: efiSecret, text, userId }, new Date())
    await tx.update(installation).set({ pixProvider: 'efi' })
  })
}

/** @throws AppError ERR_VALIDATION where the certificate is none. */
function readable<T>(create: () => T): T {
  try {
    return create()
  } catch (error) {
    throw error instanceof PixError ? wrong('certificate', error) : error
  }
}

const wrong = (field: string, { message }: Error) => new AppError('ERR_VALIDATION', { fields: { [field]: [message] } })

/** As the directory has it. @throws AppError ERR_VALIDATION */
function keyOf(text: string): string {
  const key = text === '' ? '' : toPixKey(text)
  if (key === null) throw new AppError('ERR_VALIDATION', { fields: { pixKey: ['Invalid'] } })
  return key
}
