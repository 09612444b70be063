import type { TagRow } from 'db/tags/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { tagColumns } from 'db/tags/mutations.ts'
import * as v from 'valibot'
import { ColorField } from '../../components/color-field.tsx'
import { isYes, yesNo, yesOrNo } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { SwitchRow } from '../../components/ui/switch.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import type { RowFormProps } from '../../resource/resource.ts'

const fields = { ...tagColumns, kanban: v.pipe(yesNo, tagColumns.kanban) }
/** Tags may share a colour. */
const taken: ReadonlySet<string> = new Set()

export function TagForm({ title, initial, notice, onSave, onClosed }: RowFormProps<TagRow>) {
  const { t } = useLingui()
  const mayKanban = hasPermission(useActor(), 'tags-page:kanban')
  const form = useFormState({
    fields,
    initial: { name: initial.name, color: initial.color, kanban: yesOrNo(initial.kanban) },
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
      <ColorField
        label={t`Cor`}
        value={form.field('color').value}
        error={form.field('color').error}
        taken={taken}
        onChange={(color) => form.set('color', color)}
        onBlur={form.field('color').onBlur}
      />
      <SwitchRow
        label={t`Coluna do Kanban`}
        checked={isYes(form.input.kanban)}
        disabled={!mayKanban}
        onChange={(on) => form.set('kanban', yesOrNo(on))}
      >
        {mayKanban
          ? t`Os atendimentos com esta etiqueta ficam juntos numa coluna do quadro.`
          : t`Só administradores e supervisores mudam as colunas do quadro.`}
      </SwitchRow>
    </ResourceForm>
  )
}
