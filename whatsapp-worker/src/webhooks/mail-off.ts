// An endpoint was switched off by itself: its company's admins are mailed too, since their devices may be closed for days. The letters are jobs of
// the transaction that switched it off, one an admin. Each looks at the rows again: nobody is told of an endpoint that is on again, or is mailed
// after they stopped being an admin. A letter whose server died behind its thanks may come twice.
import { companies } from 'db/companies/table.ts'
import { webhookOffJob, webhookOffQueue, type WebhookOffJob } from 'db/jobs.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { createMailer, MailError, type Mail } from 'db/node/mail/mail.ts'
import { users } from 'db/users/table.ts'
import { webhookEndpoints } from 'db/webhooks/table.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import { consume, type StopConsuming } from '../consume.ts'
import type { LetterSettings } from '../env.ts'
import type { Log } from '../logger.ts'

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
  mail: LetterSettings
}

/** In the transaction that switched the endpoint off. */
export async function sendOffLetters(
  tx: ServerTx,
  jobs: Pick<Jobs, 'sendWebhookOff'>,
  { companyId, endpointId }: { companyId: string; endpointId: string },
): Promise<void> {
  const isAdmin = and(eq(users.companyId, companyId), eq(users.profile, 'admin'))
  const admins = await tx.select({ userId: users.id }).from(users).where(isAdmin)
  for (const { userId } of admins) await jobs.sendWebhookOff(tx, { endpointId, userId })
}

/** Resolves once letters are taken; call what it returns to stop. */
export function mailWebhooksOff({ db, jobs, log, mail }: Parts): Promise<StopConsuming> {
  const mailer = createMailer(mail)
  return consume({ jobs, log }, { queue: webhookOffQueue, schema: webhookOffJob, batchSize: 10 }, async (job) => {
    const off = await readOff(db, job)
    if (!off) return
    try {
      await mailer.send(letterOf(off, mail.publicUrl))
    } catch (err) {
      if (!(err instanceof MailError) || err.kind !== 'rejected') throw err
      log.warn({ err, ...job }, 'letter about a webhook refused')
    }
  })
}

interface Off {
  endpointId: string
  to: string
  company: string
  name: string
  url: string
  reason: 'failing' | 'gone'
}

async function readOff({ orm }: Database, { endpointId, userId }: WebhookOffJob): Promise<Off | null> {
  const [row] = await orm
    .select({
      endpointId: webhookEndpoints.id,
      to: users.email,
      company: companies.name,
      name: webhookEndpoints.name,
      url: webhookEndpoints.url,
      reason: webhookEndpoints.offReason,
    })
    .from(webhookEndpoints)
    .innerJoin(companies, eq(companies.id, webhookEndpoints.companyId))
    .innerJoin(users, eq(users.companyId, webhookEndpoints.companyId))
    .where(
      and(
        eq(webhookEndpoints.id, endpointId),
        isNotNull(webhookEndpoints.offReason),
        eq(users.id, userId),
        eq(users.profile, 'admin'),
      ),
    )
  return row?.reason ? { ...row, reason: row.reason } : null
}

/** In all three languages: which one a person reads is known to their device alone. Of the address only the host, since paths may hold keys. */
export function letterOf({ to, company, name, url, reason, endpointId }: Off, publicUrl: string | null): Mail {
  const host = URL.parse(url)?.host ?? ''
  const what = `"${name}" (${host})`
  const why = {
    failing: {
      pt: 'não respondeu com sucesso por 24 horas',
      en: 'gave no successful answer for 24 hours',
      es: 'no respondió con éxito durante 24 horas',
    },
    gone: {
      pt: 'respondeu que não existe mais (410)',
      en: 'answered that it no longer exists (410)',
      es: 'respondió que ya no existe (410)',
    },
  }[reason]
  const texts = [
    `Olá! O webhook ${what}, da empresa ${company}, ${why.pt} e foi desligado. O que acontece desde então não é avisado a esse endereço. ` +
      'Quando ele voltar a responder, ligue-o de novo em Webhooks; o que não foi entregue pode ser enviado de novo por 7 dias.',
    `Hello! The webhook ${what} of ${company} ${why.en} and was switched off. What happens from now on is not sent to that address. ` +
      'Once it answers again, switch it on under Webhooks; what was not delivered can be sent again for 7 days.',
    `¡Hola! El webhook ${what}, de la empresa ${company}, ${why.es} y fue desactivado. Lo que ocurre desde entonces no se avisa a esa dirección. ` +
      'Cuando vuelva a responder, actívelo de nuevo en Webhooks; lo que no se entregó puede enviarse de nuevo durante 7 días.',
  ]
  const link = publicUrl === null ? [] : [`${publicUrl}/webhooks/${endpointId}`]
  const subject = `Webhook desligado · Webhook switched off · Webhook desactivado: ${name}`
  return { to, subject, text: `${[...texts, ...link].join('\n\n')}\n` }
}
