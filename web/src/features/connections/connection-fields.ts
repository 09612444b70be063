// The form of a connection as data: fields and how a new one opens. Pure; what no field can say alone is connection-rules.ts.
import { connectionColumns, connectionDefaults } from 'db/connections/mutations.ts'
import type { ConnectionRow } from 'db/connections/queries.ts'
import type { FormOutput, FormValues } from '../../components/resource-form/check-fields.ts'

/** There is nothing to choose. */
const { provider: _provider, ...fields } = connectionColumns
export const connectionFields = fields

export type ConnectionFields = typeof connectionFields
export type ConnectionValues = FormValues<ConnectionFields>
export type ConnectionOutput = FormOutput<ConnectionFields>

/** The first one is the default. */
export function newConnection(others: readonly ConnectionRow[]): ConnectionValues {
  return { ...connectionDefaults, name: '', isDefault: others.length === 0 }
}
