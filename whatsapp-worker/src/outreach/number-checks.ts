// The numbers of contact lists, asked for by the dozen with pauses: twenty thousand that came in a spreadsheet must not look like an attack.
import type { WASocket } from '@whiskeysockets/baileys'
import { recordItemChecks, takeUncheckedItems, type ItemCheck } from 'db/contact-lists/items.ts'
import { sameNumberVariants } from 'db/contacts/number-variants.ts'
import type { Database } from 'db/node/connect.ts'
import type { Log } from '../logger.ts'
import { askForNumber, askForNumbers, type NumberReader } from '../outbound/address-book.ts'
import { Rounds } from '../session/rounds.ts'

/** In one question. */
const numbersAtOnce = 50
/** Between two questions; as much again at most, by chance. */
const pauseMs = 1_000
const idleMs = 60_000

interface Of {
  companyId: string
}

/** Wakes when there are new numbers. */
export function numberCheckRounds(db: Database, of: Of, log: Log): Rounds {
  const turn = (socket: WASocket) => checkSome(db, of, socket)
  return new Rounds({ name: 'numbers of lists', turn, idleMs }, log)
}

/** Null: there is none to be asked for. @throws NumberNotChecked */
async function checkSome(db: Database, { companyId }: Of, socket: NumberReader): Promise<number | null> {
  const items = await db.orm.transaction((tx) => takeUncheckedItems(tx, companyId, numbersAtOnce, new Date()))
  if (items.length === 0) return null
  const checks = await checkNumbers(socket, items)
  await db.orm.transaction((tx) => recordItemChecks(tx, checks, new Date()))
  return pauseMs * (1 + Math.random())
}

/**
 * WhatsApp answers in its own spelling. Brazilian ones are known by it; where an answer can't be told from the others, each that has none is
 * asked for by itself.
 */
async function checkNumbers(
  socket: NumberReader,
  items: readonly { id: string; number: string }[],
): Promise<ItemCheck[]> {
  const found = await askForNumbers(
    socket,
    items.map(({ number }) => number),
  )
  const spellings = new Map(found.flatMap((number) => sameNumberVariants(number).map((each) => [each, number])))
  const known = new Set(items.flatMap(({ number }) => spellings.get(number) ?? []))
  const isUnclear = found.some((number) => !known.has(number))
  const checks: ItemCheck[] = []
  for (const { id, number: asked } of items) {
    const spelling = spellings.get(asked)
    if (spelling === undefined && isUnclear) checks.push({ id, ...(await askForNumber(socket, asked)) })
    else checks.push({ id, asked, found: spelling ?? null })
  }
  return checks
}
