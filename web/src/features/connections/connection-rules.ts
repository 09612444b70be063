import type { ConnectionRow } from 'db/connections/queries.ts'
import { t } from '@lingui/core/macro'
import { needsGreeting } from 'db/connections/rules.ts'
import { codeMessage } from '../../lib/text/error-message.ts'
import type { FieldRules } from '../../components/resource-form/check-fields.ts'
import type { ConnectionFields } from './connection-fields.ts'

/** What no field can say alone, by the field that is to be changed. */
export function connectionRules(others: readonly ConnectionRow[]): FieldRules<ConnectionFields> {
  const isTaken = (name: string) => others.some((other) => other.name === name)
  return {
    name: ({ name }) => (isTaken(name.trim()) ? codeMessage('ERR_DUPLICATED_NAME') : null),
    greetingMessage: (values) => (needsGreeting(values) ? codeMessage('ERR_WAPP_GREETING_REQUIRED') : null),
    timeSendQueue: ({ sendIdQueue, timeSendQueue }) =>
      sendIdQueue !== null && timeSendQueue === 0 ? t`Diga depois de quantos minutos.` : null,
  }
}
