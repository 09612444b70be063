// The company's own words: a key and what stands in its place. A key that is there already is not added again.
import { Trans, useLingui } from '@lingui/react/macro'
import { personVariables, type Variable } from 'db/campaigns/rules.ts'
import { variable } from 'db/campaigns/settings.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmIconButton } from '../../../components/ui/confirm-icon-button.tsx'
import { Field } from '../../../components/ui/field.tsx'

interface VariablesTableProps {
  variables: readonly Variable[]
  onChange(variables: Variable[]): void
}

export function VariablesTable({ variables, onChange }: VariablesTableProps) {
  const { t } = useLingui()
  return (
    <>
      <Add variables={variables} onChange={onChange} />
      {variables.length > 0 && (
        <ul aria-label={t`Variáveis`} className="flex flex-col divide-y divide-line rounded-md border border-line">
          {variables.map(({ key, value }) => {
            const shown = `{${key}}`
            return (
              <li key={key} className="flex items-center gap-3 py-1 pr-1 pl-3">
                <code className="w-32 shrink-0 truncate text-sm">{shown}</code>
                <span className="min-w-0 flex-1 truncate">{value}</span>
                <ConfirmIconButton
                  label={t`Excluir ${key}`}
                  title={t`Excluir a variável ${key}?`}
                  description={t`Nos textos que a usam fica escrito ${shown}.`}
                  confirm={t`Excluir`}
                  onConfirm={() => onChange(variables.filter((each) => each.key !== key))}
                />
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}

const isReserved = (key: string) => personVariables.some((name) => name === key.trim().toLowerCase())

function Add({ variables, onChange }: VariablesTableProps) {
  const { t } = useLingui()
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const made = v.safeParse(variable, { key, value })
  const isThere = variables.some((each) => each.key.toLowerCase() === key.trim().toLowerCase())
  const problem = (() => {
    if (key.trim() === '') return null
    if (isReserved(key)) return t`Este atalho já existe para cada pessoa.`
    if (isThere) return t`Este atalho já existe.`
    return made.success || value.trim() === '' ? null : t`Use letras, números, - e _.`
  })()
  const add = () => {
    if (!made.success || isThere) return
    onChange([...variables, made.output])
    setKey('')
    setValue('')
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className="w-full sm:w-44">
        <Field label={t`Atalho`} value={key} error={problem} onChange={({ target }) => setKey(target.value)} />
      </div>
      <div className="min-w-0 flex-1 basis-48">
        <Field label={t`Conteúdo`} value={value} onChange={({ target }) => setValue(target.value)} />
      </div>
      <Button disabled={!made.success || isThere || value.trim() === ''} className="mt-6" onClick={add}>
        <Plus aria-hidden /> <Trans>Adicionar Variável</Trans>
      </Button>
    </div>
  )
}
