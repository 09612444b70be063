import { chatColumns } from 'db/chats/mutations.ts'
import type { ChatFormRow } from 'db/chats/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import type { RowFormProps } from '../../resource/resource.ts'
import { MembersField } from './members-field.tsx'

/** Whoever does not own it finds the chat itself. */
export function ChatForm(props: RowFormProps<ChatFormRow>) {
  const { userId } = useActor()
  const { id, ownerId } = props.initial
  if (!props.isNew && ownerId !== '' && ownerId !== userId) {
    return <Navigate to="/chats/$chatId" params={{ chatId: id }} replace />
  }
  return <Form {...props} />
}

function Form({ title, initial, notice, onSave, onClosed }: RowFormProps<ChatFormRow>) {
  const { t } = useLingui()
  const nameless = t`Por favor, preencha o título da conversa.`
  const nobody = t`Por favor, selecione pelo menos um usuário.`
  const form = useFormState({
    fields: chatColumns,
    initial,
    checked: notice !== null,
    words: {
      title: { required: nameless, 'too-short': nameless },
      userIds: { required: nobody, 'too-short': nobody },
    },
  })
  return (
    <ResourceForm title={title} form={form} onSave={onSave} onClosed={onClosed}>
      {notice}
      <Field label={t`Título`} {...form.field('title')} autoFocus autoComplete="off" />
      <MembersField
        value={form.values.userIds}
        error={form.error('userIds')}
        onChange={(userIds) => form.set({ userIds })}
      />
    </ResourceForm>
  )
}
