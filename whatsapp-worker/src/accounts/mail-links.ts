// Job account.letter: links for people without a session, mailed. The link is made here, so that no token is in a job, and looked for here whom it is
// for, so that the server's answer tells nothing. A letter whose server died behind its thanks may come twice, with another link.
import { pendingSignups, type LinkKind } from 'db/accounts/table.ts'
import { companies } from 'db/companies/table.ts'
import { accountLetterJob, accountLetterQueue, type AccountLetterJob } from 'db/jobs.ts'
import { linkPath, makeLink } from 'db/node/accounts/links.ts'
import { signupPath, signupToken } from 'db/node/accounts/pending-signups.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Jobs } from 'db/node/jobs.ts'
import { createMailer, MailError, type Mail, type Mailer } from 'db/node/mail/mail.ts'
import { users } from 'db/users/table.ts'
import { and, eq, isNotNull, type SQL } from 'drizzle-orm'
import { consume, type StopConsuming } from '../consume.ts'
import type { LetterSettings } from '../env.ts'
import type { Log } from '../logger.ts'
import { forgottenLetter, haveAccountLetter, invitationLetter, signupLetter, tooNewLetter } from './letters.ts'

interface Parts {
  db: Database
  jobs: Jobs
  log: Log
  mail: LetterSettings & { publicUrl: string }
}

/** Resolves once letters are taken; call what it returns to stop. */
export function mailLinks({ db, jobs, log, mail }: Parts): Promise<StopConsuming> {
  const mailer = createMailer(mail)
  const source = { queue: accountLetterQueue, schema: accountLetterJob, takers: 2 }
  return consume({ jobs, log }, source, async (job) => {
    for (const letter of await lettersOf(db, job, mail.publicUrl, new Date())) await send(mailer, letter, log)
  })
}

async function send(mailer: Mailer, letter: Mail, log: Log) {
  try {
    await mailer.send(letter)
  } catch (err) {
    if (!(err instanceof MailError) || err.kind !== 'rejected') throw err
    log.warn({ err }, 'letter about an account refused')
  }
}

/** A mailbox that is the login's for less long gets no link: whoever sat down at an open desk may have written it there. */
export const trustedAfterMs = 7 * 86_400_000

function lettersOf({ orm }: Database, job: AccountLetterJob, publicUrl: string, now: Date): Promise<Mail[]> {
  const base = publicUrl.replace(/\/$/, '')
  const linkTo = (kind: LinkKind, token: string) => base + linkPath(kind, token)
  return orm.transaction(async (tx) => {
    if (job.kind === 'invitation') {
      const [person] = await peopleOf(tx, and(eq(users.id, job.userId), isNotNull(users.invitedUntil)))
      if (!person) return []
      const { token } = await makeLink(tx, 'invitation', person, now)
      return [invitationLetter(person, job.by, linkTo('invitation', token))]
    }
    if (job.kind === 'signup') {
      const [signup] = await tx.select().from(pendingSignups).where(eq(pendingSignups.id, job.signupId))
      if (!signup) return []
      if ((await tx.$count(users, eq(users.email, signup.email))) > 0) return [haveAccountLetter(signup.email, base)]
      return [signupLetter(signup.email, base + signupPath(await signupToken(tx, signup.id)))]
    }
    // Who has no password yet was invited, or waits for their admin.
    const people = await peopleOf(tx, and(eq(users.email, job.email), isNotNull(users.passwordHash)))
    const letters: Mail[] = []
    for (const person of people) {
      const isTooNew = person.emailSince !== null && now.getTime() - person.emailSince.getTime() < trustedAfterMs
      if (isTooNew) letters.push(tooNewLetter(person))
      else {
        const { token } = await makeLink(tx, 'password', person, now)
        letters.push(forgottenLetter(person, linkTo('password', token)))
      }
    }
    return letters
  })
}

const peopleOf = (tx: ServerTx, which: SQL | undefined) =>
  tx
    .select({
      id: users.id,
      companyId: users.companyId,
      to: users.email,
      name: users.name,
      company: companies.name,
      emailSince: users.emailSince,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(which)
