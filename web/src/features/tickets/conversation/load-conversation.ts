/** Of a route whose address names a ticket. What asks comes with the desk, and not with what a first visit loads. */
export async function loadConversation({ params }: { params: { ticketId: string } }): Promise<void> {
  const { warmConversation } = await import('./warm-conversation.ts')
  await warmConversation(params.ticketId)
}
