// By whose model people are helped to write: off unless somebody chose.
import { promptChoices } from 'db/prompts/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { WaitingMark } from '../../components/resource-list/row-note.tsx'
import { SelectRow } from '../../components/ui/inputs/select.tsx'
import { ValueRow } from '../../components/value-row.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { mutate, useQuery } from '../../sync/client.ts'
import { UnsentNote } from './unsent-note.tsx'
import type { Company } from './use-company.ts'

export function CopilotRow({ of }: { of: Company }) {
  const { t } = useLingui()
  const { rows } = useQuery(promptChoices())
  const [label, off] = [t`Ajuda para escrever`, t`Desativada`]
  const help = t`Sugere respostas, melhora textos e resume conversas para os atendentes, com o modelo e as chaves do prompt escolhido. Nada é enviado sozinho.`
  const { copilotPromptId } = of.settings
  const unsent = of.unsent.get('copilotPromptId')
  if (!of.mayEdit) {
    const name = rows.find(({ id }) => id === copilotPromptId)?.name ?? off
    return (
      <ValueRow label={label} help={help}>
        {name}
      </ValueRow>
    )
  }
  const choose = (to: string | null) => {
    if (to === copilotPromptId) return
    const args = { id: of.company.id, changes: { copilotPromptId: { from: copilotPromptId, to } } }
    mutate('settings.update', args).then(() => toastSaved(t`Operação atualizada com sucesso.`), toastError)
  }
  return (
    <div className="flex flex-col gap-1">
      <SelectRow
        label={label}
        help={help}
        mark={unsent === 'waiting' && <WaitingMark />}
        value={copilotPromptId}
        options={[{ value: null, label: off }, ...rows.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={choose}
      />
      {typeof unsent === 'object' && <UnsentNote entry={unsent} to="/settings" />}
    </div>
  )
}
