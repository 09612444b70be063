// Writes of the operator's office: at once and online, since money and doors hang on them. Said in passing how it went.
import { useLingui } from '@lingui/react/macro'
import { AppError } from 'db/kit/errors.ts'
import { useState } from 'react'
import { toastDone, toastProblem } from '../../lib/app/toast.ts'
import { errorMessage } from '../../lib/text/error-message.ts'
import { authorizedFetch, errorOf } from '../../sync/client.ts'

export interface OfficeCall {
  busy: boolean
  /** Words for fields that the server did not take, by their names. */
  refused: Readonly<Record<string, string>>
  /** True when it was done. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<boolean>
}

export function useOfficeCall(): OfficeCall {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Record<string, string>>({})

  const fail = (error: unknown) => {
    const fields = fieldsOf(error)
    const words = error instanceof AppError && error.code !== 'ERR_VALIDATION' ? errorMessage(error) : t`Valor inválido`
    setRefused(Object.fromEntries(fields.map((field) => [field, words])))
    const why = fields.length > 0 ? t`Confira o nome e os campos.` : errorMessage(error)
    toastProblem(`${t`Não foi possível realizar a operação`}. ${why}`)
  }
  return {
    busy,
    refused,
    async send(method, path, body) {
      setBusy(true)
      setRefused({})
      try {
        const headers = { 'content-type': 'application/json' }
        const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
        const response = await authorizedFetch(`/api${path}`, init)
        if (!response.ok) throw await errorOf(response)
        toastDone(t`Operação realizada com sucesso!`)
        return true
      } catch (error) {
        fail(error)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

function fieldsOf(error: unknown): string[] {
  if (!(error instanceof AppError)) return []
  const { field, fields } = error.details ?? {}
  if (typeof field === 'string') return [field]
  return typeof fields === 'object' && fields !== null
    ? Object.keys(fields).flatMap((key) => key.split('.').slice(-1))
    : []
}
