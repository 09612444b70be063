// What the desk says by itself about a ticket: words with {{variables}}, which are filled when they are sent. Pure.
// In Portuguese, as the bot speaks (flow.ts): the customers of a company are addressed in its language, not in a screen's.

/** An attendant takes over. */
export const acceptedText = (attendant: string) =>
  `{{ms}}, {{firstName}}! Meu nome é *${literal(attendant)}* e vou continuar o seu atendimento.`

/** Where the conversation went; null when neither queue nor attendant is another. */
export function transferText({ queue, user }: { queue: string | null; user: string | null }): string | null {
  if (queue === null && user === null) return null
  const to = [
    ...(queue === null ? [] : [`a fila *${literal(queue)}*`]),
    ...(user === null ? [] : [withUser(queue, user)]),
  ]
  return `Seu atendimento foi transferido para ${to.join(' ')}. Aguarde um momento, já vamos atender você.`
}

const withUser = (queue: string | null, user: string) =>
  queue === null ? `*${literal(user)}*` : `e *${literal(user)}* vai atender você`

const legend = ['*1* - Insatisfeito', '*2* - Satisfeito', '*3* - Muito satisfeito'].join('\n')

/** The connection's words, and what the customer may answer. */
export function ratingText(ratingMessage: string): string {
  const question = ratingMessage.trim() || 'Como você avalia o nosso atendimento?'
  return `${question}\n\n${legend}`
}

export const ratingThanks = 'Obrigado pela sua avaliação!'

/** A name is no template: braces in it stay braces. */
const literal = (name: string) => name.replaceAll('{{', '{ {')
