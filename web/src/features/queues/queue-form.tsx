// The form of a queue in two tabs, saved as one. When something is wrong, the tab that has it comes to the front.
import type { QueueRow } from 'db/queues/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { Tab, Tabs, TabsList, TabsPanel } from '../../components/ui/tabs.tsx'
import { useNewFiles, type StoredFile } from '../../desk/stored-file.ts'
import type { FileWithHash } from '../../sync/client.ts'
import { QueueDataTab } from './queue-data-tab.tsx'
import { QueueHoursTab } from './queue-hours-tab.tsx'
import { queueFields, queueRules, type QueueInput, type QueueOutput } from './queue-fields.ts'

type QueueValues = Omit<QueueOutput, 'file'> & StoredFile

interface QueueFormProps {
  title: string
  /** Null: it is to be made. */
  id: string | null
  initial: QueueInput
  /** All queues but this one. */
  others: readonly QueueRow[]
  /** Above the fields: why it is opened again. */
  notice?: ReactNode
  onSave(values: QueueValues, files: readonly FileWithHash[]): Promise<void>
  onClosed(): void
}

export type QueueFormState = FormState<typeof queueFields>

type TabName = 'data' | 'hours'

export function QueueForm({ title, id, initial, others, notice, onSave, onClosed }: QueueFormProps) {
  const { t } = useLingui()
  const files = useNewFiles()
  const [tab, setTab] = useState<TabName>('data')
  const state = useFormState({
    fields: queueFields,
    initial,
    checked: notice !== undefined,
    rules: (input) => queueRules(input, others),
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
      onSave={({ file, ...values }) => onSave({ ...values, ...file }, files.named([file]))}
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
          <QueueDataTab
            form={form}
            id={id}
            others={others}
            files={files}
            fileChanged={form.input.file !== initial.file}
          />
        </TabsPanel>
        <TabsPanel value="hours">
          <QueueHoursTab form={form} />
        </TabsPanel>
      </Tabs>
    </ResourceForm>
  )
}
