// What people are mailed about their own account. In all three languages: which one a person reads is known to their device alone. Pure.
import type { Mail } from 'db/node/mail/mail.ts'

interface Person {
  to: string
  name: string
  company: string
}

interface Words {
  pt: string
  en: string
  es: string
}

/** The link stands once, below the texts. */
function letter(to: string, subject: Words, text: Words, link?: string): Mail {
  const { pt, en, es } = subject
  const body = [text.pt, text.en, text.es, ...(link === undefined ? [] : [link])].join('\n\n')
  return { to, subject: `${pt} · ${en} · ${es}`, text: `${body}\n` }
}

const forgottenSubject = { pt: 'Nova senha', en: 'New password', es: 'Nueva contraseña' }

export const forgottenLetter = ({ to, name, company }: Person, link: string): Mail =>
  letter(
    to,
    forgottenSubject,
    {
      pt: `Olá, ${name}! Alguém pediu uma nova senha para o seu acesso à empresa ${company}. O link abaixo vale por 30 minutos e uma vez só. Se não foi você, ignore este e-mail: nada muda.`,
      en: `Hello, ${name}! Somebody asked for a new password for your access to ${company}. The link below is good for 30 minutes, and once. If it was not you, ignore this letter: nothing changes.`,
      es: `¡Hola, ${name}! Alguien pidió una nueva contraseña para su acceso a la empresa ${company}. El enlace de abajo vale por 30 minutos y una sola vez. Si no fue usted, ignore este correo: nada cambia.`,
    },
    link,
  )

/** To a mailbox that is too new to be trusted with the account. */
export const tooNewLetter = ({ to, name, company }: Person): Mail =>
  letter(to, forgottenSubject, {
    pt: `Olá, ${name}! Alguém pediu uma nova senha para o seu acesso à empresa ${company}. Este e-mail é o do acesso há menos de 7 dias: por segurança, peça o link a quem administra a empresa.`,
    en: `Hello, ${name}! Somebody asked for a new password for your access to ${company}. The access has had this address for less than 7 days: to be safe, ask whoever administers the company for the link.`,
    es: `¡Hola, ${name}! Alguien pidió una nueva contraseña para su acceso a la empresa ${company}. El acceso tiene esta dirección hace menos de 7 días: por seguridad, pida el enlace a quien administra la empresa.`,
  })

export const invitationLetter = ({ to, name, company }: Person, by: string, link: string): Mail =>
  letter(
    to,
    { pt: `Convite: ${company}`, en: 'Invitation', es: 'Invitación' },
    {
      pt: `Olá, ${name}! ${by}, da empresa ${company}, convidou você para atender no Balcão. Abra o link abaixo e escolha a sua senha. Ele vale por 7 dias e uma vez só.`,
      en: `Hello, ${name}! ${by}, of ${company}, has invited you to Balcão. Open the link below and choose your password. It is good for 7 days, and once.`,
      es: `¡Hola, ${name}! ${by}, de la empresa ${company}, lo invitó a atender en Balcão. Abra el enlace de abajo y elija su contraseña. Vale por 7 días y una sola vez.`,
    },
    link,
  )

/** To a mailbox that nobody has confirmed: nothing in it is what whoever typed the address wrote. */
export const signupLetter = (to: string, link: string): Mail =>
  letter(
    to,
    { pt: 'Confirme o seu e-mail', en: 'Confirm your e-mail', es: 'Confirme su correo' },
    {
      pt: 'Olá! Alguém quer abrir uma conta no Balcão com este e-mail. Se foi você, abra o link abaixo e confirme com a senha que escolheu. Ele vale por 24 horas e uma vez só. Se não foi você, ignore este e-mail: nada é criado.',
      en: 'Hello! Somebody wants to open an account at Balcão with this address. If it was you, open the link below and confirm with the password that you chose. It is good for 24 hours, and once. If it was not you, ignore this letter: nothing is made.',
      es: '¡Hola! Alguien quiere abrir una cuenta en Balcão con este correo. Si fue usted, abra el enlace de abajo y confirme con la contraseña que eligió. Vale por 24 horas y una sola vez. Si no fue usted, ignore este correo: no se crea nada.',
    },
    link,
  )

/** To who has an account already. */
export const haveAccountLetter = (to: string, publicUrl: string): Mail =>
  letter(
    to,
    { pt: 'Você já tem conta', en: 'You have an account already', es: 'Usted ya tiene cuenta' },
    {
      pt: `Olá! Alguém quis abrir uma conta no Balcão com este e-mail, que já tem uma. Nada mudou. Se foi você, entre em ${publicUrl}/login; se esqueceu a senha: ${publicUrl}/forgotten`,
      en: `Hello! Somebody wanted to open an account at Balcão with this address, which has one already. Nothing has changed. If it was you, log in at ${publicUrl}/login; if you forgot the password: ${publicUrl}/forgotten`,
      es: `¡Hola! Alguien quiso abrir una cuenta en Balcão con este correo, que ya tiene una. Nada cambió. Si fue usted, entre en ${publicUrl}/login; si olvidó la contraseña: ${publicUrl}/forgotten`,
    },
  )
