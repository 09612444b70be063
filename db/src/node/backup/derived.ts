// What is made of other rows, and made anew at a restore instead of being copied: most of a backup's time and of a restore's would be theirs.
import type postgres from 'postgres'
import type { BackupTable } from './format.ts'
import { withoutIndexes } from './indexes.ts'
import type { Progress } from './progress.ts'

type Named = Pick<BackupTable, 'schema' | 'name'>

const derived: readonly Named[] = ['message_search', 'figure_days', 'figure_hours'].map((name) => ({
  schema: 'public',
  name,
}))

/** Over this version's tables. */
const statements = {
  'busca nas mensagens': `insert into message_search (message_id, company_id, ticket_id, folded)
    select id, company_id, ticket_id, fold_text(body) from messages where body <> '' and not is_deleted`,
  'números do painel': 'select recount_figures(id, time_zone) from companies',
}

export const isDerived = ({ schema, name }: Named) =>
  derived.some((table) => table.schema === schema && table.name === name)

/** As the owner of the tables, which are those of this version; these are empty. */
export async function makeDerived(tx: postgres.TransactionSql, progress: Progress): Promise<void> {
  await withoutIndexes(tx, derived, progress, async () => {
    for (const [what, statement] of Object.entries(statements)) {
      progress.begin(`refazendo: ${what}`)
      progress.add((await tx.unsafe(statement)).count)
    }
  })
}
