import type { ConnectionRow } from 'db/connections/queries.ts'
import { t } from '@lingui/core/macro'
import { needsGreeting } from 'db/connections/rules.ts'
import { codeMessage } from '../../lib/text/error-message.ts'
import { idsIn } from '../../components/resource-form/id-set.ts'
import type { ConnectionInput } from './connection-fields.ts'

/** What no field can say alone, by the field that is to be changed. */
export function connectionRules(input: ConnectionInput, others: readonly ConnectionRow[]) {
  const { name, greetingMessage, sendIdQueue: destination } = input
  const isTaken = others.some((other) => other.name === name.trim())
  const isMute = needsGreeting({ queueIds: idsIn(input.queueIds), greetingMessage })
  return {
    name: isTaken ? codeMessage('ERR_DUPLICATED_NAME') : null,
    greetingMessage: isMute ? codeMessage('ERR_WAPP_GREETING_REQUIRED') : null,
    timeSendQueue: destination !== '' && Number(input.timeSendQueue) === 0 ? t`Diga depois de quantos minutos.` : null,
  }
}
