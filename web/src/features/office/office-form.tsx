import type { ReactNode } from 'react'
import type { FormFields, FormOutput } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import type { FormState } from '../../components/resource-form/use-form-state.ts'
import { useOnline } from '../../desk/use-online.ts'
import { callOffice, toastFailure, type OfficeCall } from './office-call.ts'

interface OfficeFormProps<Fields extends FormFields> {
  title: string
  form: FormState<Fields>
  /** In place of "Salvar". */
  action?: ReactNode
  /** What is asked of the server. */
  call(output: FormOutput<Fields>): OfficeCall
  onSaved(): void
  /** It has left the screen. */
  onClosed(): void
  /** The fields. */
  children: ReactNode
}

/** A form of the office: the server has what it holds before it closes. */
export function OfficeForm<Fields extends FormFields>({ call, onSaved, ...props }: OfficeFormProps<Fields>) {
  const online = useOnline()
  const save = async (output: FormOutput<Fields>) => {
    await callOffice(...call(output))
    onSaved()
  }
  return <ResourceForm {...props} disabled={!online} onSave={save} onFailed={toastFailure} />
}
