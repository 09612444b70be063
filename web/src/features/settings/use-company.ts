// The company with its settings, and what of their changes has not arrived.
import { companySettings } from 'db/settings/queries.ts'
import { ownCompany, type CompanyRow } from 'db/companies/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { defaultSettings, type Settings } from 'db/settings/table.ts'
import { useMemo } from 'react'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useOutbox, useQuery, type OutboxEntry } from '../../sync/client.ts'
import { unsentFields } from './unsent-fields.ts'

export interface Company {
  company: CompanyRow
  settings: Settings
  unsent: ReadonlyMap<string, OutboxEntry | 'waiting'>
  /** Others read. */
  mayEdit: boolean
}

/** Null until it is read. */
export function useCompany(): Company | null {
  const settings = useQuery(companySettings())
  const { rows } = useQuery(ownCompany())
  const outbox = useOutbox()
  const unsent = useMemo(() => unsentFields(outbox), [outbox])
  const mayEdit = hasPermission(useActor(), 'settings-page:edit')
  const [company] = rows
  if (!company || !settings.ready) return null
  return { company, settings: settings.rows[0] ?? defaultSettings, unsent, mayEdit }
}
