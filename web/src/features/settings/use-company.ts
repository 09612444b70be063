// The company with its settings, and what of their changes has not arrived.
import { companySettings } from 'db/settings/queries.ts'
import { ownCompany, type CompanyRow } from 'db/companies/queries.ts'
import { defaultSettings, type Settings } from 'db/settings/table.ts'
import { useMemo } from 'react'
import { useOutbox, useQuery, type OutboxEntry } from '../../sync/client.ts'
import { unsentFields } from './unsent-fields.ts'

export interface Company {
  company: CompanyRow
  settings: Settings
  unsent: ReadonlyMap<string, OutboxEntry | 'waiting'>
}

/** Null until it is read. */
export function useCompany(): Company | null {
  const settings = useQuery(companySettings())
  const { rows } = useQuery(ownCompany())
  const outbox = useOutbox()
  const unsent = useMemo(() => unsentFields(outbox), [outbox])
  const [company] = rows
  if (!company || !settings.ready) return null
  return { company, settings: settings.rows[0] ?? defaultSettings, unsent }
}
