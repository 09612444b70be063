import { createFileRoute } from '@tanstack/react-router'
import { schedules } from '../../../features/schedules/schedules.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/schedules/new')({ component: Add })

function Add() {
  const { contactId } = Route.useSearch()
  return <NewRow resource={schedules} {...(contactId && { values: { contactId } })} />
}
