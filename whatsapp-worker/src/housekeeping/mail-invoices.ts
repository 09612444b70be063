// Mails companies about their invoices, when the operator has a mail server. Each minute, by whichever worker takes the job. Without a server
// nothing is noted, so that nothing is said to have been sent.
import { localTime } from 'db/bot/opening-hours.ts'
import { noteLetters, noteSent, takeLetters, type Letter } from 'db/billing/invoice-mails.ts'
import type { Database } from 'db/node/connect.ts'
import { createMailer, type Mail, type Mailer } from 'db/node/mail/mail.ts'
import { untilFewer } from '../consume.ts'
import type { LetterSettings } from '../env.ts'
import type { Log } from '../logger.ts'

const lettersAtOnce = 20

interface Parts {
  db: Database
  log: Log
  mail: LetterSettings
}

/** Returns how many went. */
export async function mailInvoices(
  { db, log, mail }: Parts,
  clock: () => Date,
  isStopping: () => boolean = () => false,
): Promise<number> {
  await noteLetters(db.orm, clock())
  const mailer = createMailer(mail)
  let sent = 0
  await untilFewer(
    lettersAtOnce,
    async () => {
      const letters = await takeLetters(db.orm, clock(), lettersAtOnce)
      for (const letter of letters) if (await send({ db, log, mail }, mailer, letter, clock())) sent += 1
      return letters.length
    },
    isStopping,
  )
  return sent
}

/** One that does not go keeps none of the others, and is tried again later. */
async function send({ db, log, mail }: Parts, mailer: Mailer, letter: Letter, now: Date): Promise<boolean> {
  try {
    await mailer.send(letterOf(letter, mail.publicUrl))
    await noteSent(db.orm, letter, now)
    return true
  } catch (err) {
    log.warn({ err, invoiceId: letter.invoiceId, kind: letter.kind }, 'letter about an invoice not sent')
    return false
  }
}

/** In Portuguese, as companies are billed. */
export function letterOf(
  { kind, to, company, number, detail, value, dueDate, paidUntil, timeZone }: Letter,
  publicUrl: string | null,
): Mail {
  const price = Number(value).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
  const dayOf = (at: Date) => localTime(at, timeZone).date.split('-').toReversed().join('/')
  const due = dayOf(dueDate)
  const what = `fatura #${number} (${detail}), de ${price}`
  const words: Record<Letter['kind'], { subject: string; text: string }> = {
    made: { subject: `Nova fatura: vence em ${due}`, text: `A ${what}, está disponível. Ela vence em ${due}.` },
    'due-soon': { subject: `Sua fatura vence em ${due}`, text: `A ${what}, vence em ${due}.` },
    overdue: {
      subject: 'Sua fatura venceu',
      text: `A ${what}, venceu em ${due}. Para voltar a usar o sistema, pague-a em Faturas: tudo volta sozinho.`,
    },
    paid: { subject: 'Pagamento recebido', text: `Recebemos a ${what}. Sua assinatura vale até ${dayOf(paidUntil)}.` },
  }
  const { subject, text } = words[kind]
  const end = kind === 'paid' || publicUrl === null ? '' : `\n\n${publicUrl}/financeiro`
  return { to, subject, text: `Olá, ${company}!\n\n${text}${end}\n` }
}
