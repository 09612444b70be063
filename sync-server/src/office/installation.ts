// What super users decide for the whole installation: whether companies open by themselves, and how they pay.
import { installation } from 'db/billing/table.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { toPixKey } from 'db/node/pix/pix-key.ts'
import { Hono } from 'hono'
import * as v from 'valibot'
import type { Authenticated, Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { readJson } from '../http/read-json.ts'
import { assertSuper } from './super.ts'

const text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max))

const columns = {
  signup: v.boolean(),
  /** Whom to ask where it is off, and about bills. */
  contact: text(200),
  /** '' until somebody says it: nobody can pay before. */
  pixKey: text(77),
  pixName: text(100),
  pixCity: text(100),
}
const answer = v.object(columns)
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
]

export function installationRoutes({ db }: Pick<Services, 'db'>) {
  const read = async () => {
    const [row] = await db.orm.select().from(installation)
    if (!row) throw new Error('the database has this row from the beginning')
    const { signup, contact, pixKey, pixName, pixCity } = row
    return { signup, contact, pixKey, pixName, pixCity }
  }
  const app = new Hono<Authenticated>()
  app.use(assertSuper)
  app.get('/', async (c) => c.json(await read()))
  app.put('/', async (c) => {
    const { pixKey, ...rest } = parseArgs(changes, await readJson(c))
    const set = { ...rest, ...(pixKey !== undefined && { pixKey: keyOf(pixKey) }) }
    if (Object.keys(set).length > 0) await db.orm.update(installation).set(set)
    return c.json(await read())
  })
  return app
}

/** As the directory has it. @throws AppError ERR_VALIDATION */
function keyOf(text: string): string {
  const key = text === '' ? '' : toPixKey(text)
  if (key === null) throw new AppError('ERR_VALIDATION', { fields: { pixKey: ['Invalid'] } })
  return key
}
