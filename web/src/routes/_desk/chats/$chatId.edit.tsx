import { createFileRoute } from '@tanstack/react-router'
import { chats } from '../../../features/chats/chats.ts'
import { EditRow } from '../../../resource/edit-row.tsx'

export const Route = createFileRoute('/_desk/chats/$chatId/edit')({ component: Edit })

function Edit() {
  const { chatId } = Route.useParams()
  const navigate = Route.useNavigate()
  const close = () => void navigate({ to: '/chats/$chatId', params: { chatId }, replace: true })
  return <EditRow resource={chats} id={chatId} onClosed={close} />
}
