// The form of one row, at an address of its own: of the row itself, or of the change of it that the server refused. A conflict is chosen about first.
import { Navigate, useNavigate } from '@tanstack/react-router'
import { newId } from 'db/kit/new-id.ts'
import { useCallback } from 'react'
import { valuesOf } from '../components/resource-form/edit-target.ts'
import { useEditTarget } from '../components/resource-form/use-edit-target.ts'
import { Notice } from '../components/ui/notice.tsx'
import { codeMessage } from '../lib/text/error-message.ts'
import { RoutedContext } from '../lib/app/routed.ts'
import { toastNotice } from '../lib/app/toast.ts'
import { toastSaved } from './toast-saved.ts'
import { useStable } from '../lib/use-stable.ts'
import { useComplete, useOutbox, useQuery, type OutboxEntry } from '../sync/client.ts'
import { callMutation } from './call-mutation.ts'
import type { EditedResource } from './resource.ts'
import { saveRow } from './save-row.ts'
import { rowOf } from './use-rows.ts'
import { useWords } from './use-words.ts'

interface NewRowProps<Row extends { id: string }> {
  resource: EditedResource<Row>
  /** What it opens with, beyond the blank one. */
  values?: Partial<Row>
  /** By itself it goes back to the list. */
  onClosed?(): void
}

function useClose<Row extends { id: string }>({ path }: EditedResource<Row>, onClosed?: () => void) {
  const navigate = useNavigate()
  return useStable(onClosed ?? (() => void navigate({ to: path, search: {} })))
}

export function NewRow<Row extends { id: string }>({ resource, values, onClosed }: NewRowProps<Row>) {
  const { noun, Form, blank } = resource
  const { add, saved } = useWords(resource)
  const close = useClose(resource, onClosed)
  return (
    <RoutedContext value={true}>
      <Form
        title={add}
        initial={{ id: '', ...blank(), ...values } as Row}
        isNew
        notice={null}
        onSave={async (output, files) => {
          await callMutation(`${noun}.create`, { id: newId(), ...output }, files)
          toastSaved(saved)
        }}
        onClosed={close}
      />
    </RoutedContext>
  )
}

interface EditRowProps<Row extends { id: string }> {
  resource: EditedResource<Row>
  id: string
  /** By itself it goes back to the list. */
  onClosed?(): void
}

export function EditRow<Row extends { id: string }>(props: EditRowProps<Row>) {
  return <Edit key={props.id} {...props} />
}

function Edit<Row extends { id: string }>({ resource, id, onClosed }: EditRowProps<Row>) {
  const close = useClose(resource, onClosed)
  const { noun, path, Form, notFound } = resource
  const { edit, saved } = useWords(resource)
  const one = resource.one({ id })
  const { rows, ready } = useQuery(one)
  const complete = useComplete(one)
  const outbox = useOutbox()
  const onAbsent = useCallback(() => {
    toastNotice(codeMessage(notFound))
    close()
  }, [notFound, close])
  const source = { noun, id, rows, outbox, rowOf: (entry: OutboxEntry) => rowOf(resource, entry) }
  const target = useEditTarget({ ...source, ready, complete, onAbsent })

  if (!target) return null
  if (target.kind === 'conflict') return <Navigate to={path} search={{ resolve: target.entry.id }} replace />
  const refusal = target.kind === 'row' ? undefined : target.entry
  return (
    <RoutedContext value={true}>
      <Form
        title={edit}
        initial={valuesOf(target)}
        isNew={false}
        notice={
          refusal && <Notice tone="danger">{codeMessage(refusal.code ?? 'ERR_INTERNAL', refusal.details)}</Notice>
        }
        onSave={async (values, files) => {
          if (await saveRow(noun, target, values, files)) toastSaved(saved)
        }}
        onClosed={close}
      />
    </RoutedContext>
  )
}
