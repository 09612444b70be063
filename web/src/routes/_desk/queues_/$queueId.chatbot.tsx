import { createFileRoute } from '@tanstack/react-router'
import { ChatbotPage } from '../../../features/queues/chatbot/chatbot-page.tsx'
import { requirePermission } from '../../../lib/app/require-permission.ts'

export const Route = createFileRoute('/_desk/queues_/$queueId/chatbot')({
  beforeLoad: ({ context }) => requirePermission(context.actor, 'queues-page:view'),
  component: Chatbot,
})

function Chatbot() {
  const { queueId } = Route.useParams()
  return <ChatbotPage queueId={queueId} />
}
