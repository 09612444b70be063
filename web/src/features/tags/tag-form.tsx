import type { TagRow } from 'db/tags/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { tagColumns } from 'db/tags/mutations.ts'
import { ColorField } from '../../components/color-field.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import type { RowFormProps } from '../../resource/resource.ts'

/** Tags may share a colour. */
const taken: ReadonlySet<string> = new Set()

export function TagForm({ title, initial, notice, onSave, onClosed }: RowFormProps<TagRow>) {
  const { t } = useLingui()
  const mayKanban = hasPermission(useActor(), 'tags-page:kanban')
  const form = useFormState({
    fields: tagColumns,
    initial,
    checked: notice !== null,
    words: { name: { 'too-short': t`Mensagem muito curta` } },
  })
  return (
    <ResourceForm title={title} form={form} onSave={onSave} onClosed={onClosed}>
      {notice}
      <Field
        label={t`Nome`}
        help={t`Por exemplo: Urgente, Orçamento, Cliente novo.`}
        {...form.field('name')}
        autoFocus
        autoComplete="off"
      />
      <ColorField label={t`Cor`} {...form.field('color')} taken={taken} />
      <SwitchRow
        label={t`Coluna do Kanban`}
        checked={form.values.kanban}
        disabled={!mayKanban}
        onChange={(kanban) => form.set({ kanban })}
      >
        {mayKanban
          ? t`Os atendimentos com esta etiqueta ficam juntos numa coluna do quadro.`
          : t`Só administradores e supervisores mudam as colunas do quadro.`}
      </SwitchRow>
    </ResourceForm>
  )
}
