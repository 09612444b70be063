// The form of a queue in two tabs, saved as one. When something is wrong, the tab that has it comes to the front.
import { queueColumns } from 'db/queues/mutations.ts'
import type { QueueRow } from 'db/queues/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { FormOutput } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { Tab, Tabs, TabsList, TabsPanel } from '../../components/ui/tabs.tsx'
import { useNewFiles } from '../../desk/files/stored-file.ts'
import type { FileWithHash } from '../../sync/client.ts'
import { QueueDataTab } from './queue-data-tab.tsx'
import { QueueHoursTab } from './queue-hours-tab.tsx'
import { queueRules, type QueueFields, type QueueValues } from './queue-fields.ts'

interface QueueFormProps {
  title: string
  /** Null: it is to be made. */
  id: string | null
  initial: QueueValues
  /** All queues but this one. */
  others: readonly QueueRow[]
  /** Above the fields: why it is opened again. */
  notice?: ReactNode
  onSave(output: FormOutput<QueueFields>, files: readonly FileWithHash[]): Promise<void>
  onClosed(): void
}

export type QueueFormState = FormState<QueueFields>

type TabName = 'data' | 'hours'

export function QueueForm({ title, id, initial, others, notice, onSave, onClosed }: QueueFormProps) {
  const { t } = useLingui()
  const files = useNewFiles()
  const [tab, setTab] = useState<TabName>('data')
  const state = useFormState({
    fields: queueColumns,
    initial,
    checked: notice !== undefined,
    rules: queueRules(others),
  })
  const form: QueueFormState = {
    ...state,
    check() {
      const output = state.check()
      if (output === null) setTab(state.firstWrong() === 'hours' ? 'hours' : 'data')
      return output
    },
  }
  return (
    <ResourceForm
      title={title}
      form={form}
      onSave={(output) => onSave(output, files.named([output]))}
      onClosed={onClosed}
    >
      {notice}
      <Tabs value={tab} onValueChange={(next: TabName) => setTab(next)} className="flex flex-col gap-4">
        <TabsList variant="segment" aria-label={t`Partes da fila`}>
          <Tab variant="segment" value="data">
            <Trans>Dados da fila</Trans>
          </Tab>
          <Tab variant="segment" value="hours">
            <Trans>Horários de atendimento</Trans>
          </Tab>
        </TabsList>
        <TabsPanel value="data">
          <QueueDataTab form={form} id={id} others={others} files={files} />
        </TabsPanel>
        <TabsPanel value="hours">
          <QueueHoursTab form={form} />
        </TabsPanel>
      </Tabs>
    </ResourceForm>
  )
}
