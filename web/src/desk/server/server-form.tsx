import type { ReactNode } from 'react'
import type { FormFields, FormOutput } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import type { FormState } from '../../components/resource-form/use-form-state.ts'
import { useOnline } from './use-online.ts'
import { callServer, toastFailure, type ServerCall } from './server-call.ts'

interface ServerFormProps<Fields extends FormFields> {
  title: string
  form: FormState<Fields>
  /** In place of "Salvar". */
  action?: ReactNode
  /** What is asked of the server. */
  call(output: FormOutput<Fields>): ServerCall
  onSaved(): void
  /** It has left the screen. */
  onClosed(): void
  /** The fields. */
  children: ReactNode
}

/** A form of what is written online: the server has what it holds before it closes. */
export function ServerForm<Fields extends FormFields>({ call, onSaved, ...props }: ServerFormProps<Fields>) {
  const online = useOnline()
  const save = async (output: FormOutput<Fields>) => {
    await callServer(...call(output))
    onSaved()
  }
  return <ResourceForm {...props} disabled={!online} onSave={save} onFailed={toastFailure} />
}
