import { createFileRoute } from '@tanstack/react-router'
import { chats } from '../../../features/chats/chats.ts'
import { NoChat } from '../../../features/chats/no-chat.tsx'
import { NewRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/chats/new')({ component: Add })

function Add() {
  return (
    <>
      <NoChat />
      <NewRow resource={chats} />
    </>
  )
}
