// Quick messages, and what is to be sent later.
import { quickMessages } from 'db/quick-messages/table.ts'
import { schedules } from 'db/schedules/table.ts'
import { importedId } from './ids.ts'
import { fileOf } from './library-file.ts'
import { scheduleStatus } from './mapping.ts'
import { store } from './target.ts'
import { flag, idOf, madeAt, moment, text, Unreadable } from './values.ts'
import { allRows, companyOf, named, ofCompany, taken, type Work } from './work.ts'

export async function importQuickMessages(work: Work): Promise<void> {
  const name = 'quick messages'
  const columns = [
    'id',
    'shortcode',
    'shortcut',
    'key',
    'message',
    'geral',
    'userId',
    'mediaPath',
    'mediaName',
    ...ofCompany,
  ]
  const table = work.source.table('QuickMessages', 'QuickAnswers', 'FastReply')
  const rows = await allRows(table, [...columns, 'createdAt', 'updatedAt'])
  const incoming = taken(work, name, rows, (row) => {
    const { id: companyId, old } = companyOf(work, row)
    const author = named(work.known.users, row, 'userId', companyId)?.id
    const userId = author ?? work.known.admins.get(old)
    if (userId === undefined) throw new Unreadable('nobody to have it')
    const shortcode = ['shortcode', 'shortcut', 'key']
      .map((key) => text(row, key, 50).trim().replace(/^\//, ''))
      .find(Boolean)
    if (shortcode === undefined) throw new Unreadable('no shortcode')
    const geral = author === undefined || flag(row, 'geral')
    const times = { createdAt: madeAt(row), updatedAt: moment(row, 'updatedAt') ?? madeAt(row) }
    const id = importedId('quick_messages', idOf(row), madeAt(row))
    return {
      from: idOf(row),
      media: row,
      old,
      row: { id, companyId, userId, shortcode, message: text(row, 'message'), geral, ...times },
    }
  })
  for (const { from, media, old, row } of incoming) {
    const file = await fileOf(work, media, old, row.companyId)
    await store(work, { table: quickMessages, name }, [{ from, row: { ...row, ...file } }])
  }
}

export async function importSchedules(work: Work): Promise<void> {
  const name = 'schedules'
  const columns = [
    'id',
    'body',
    'sendAt',
    'sentAt',
    'status',
    'contactId',
    'userId',
    'mediaPath',
    'mediaName',
    ...ofCompany,
  ]
  const rows = await allRows(work.source.table('Schedules'), [...columns, 'createdAt', 'updatedAt'])
  const incoming = taken(work, name, rows, (row) => {
    const { id: companyId, old } = companyOf(work, row)
    const contact = named(work.known.contacts, row, 'contactId', companyId)
    if (!contact) throw new Unreadable('of no contact')
    const sendAt = moment(row, 'sendAt')
    if (!sendAt) throw new Unreadable('at no time')
    const sentAt = moment(row, 'sentAt')
    const status = scheduleStatus(text(row, 'status'), sendAt, sentAt, work.now)
    if (status === 'PENDENTE') {
      work.tally.notes.add(
        'Schedules that wait are sent from here once their number is linked: switch the old system off before that, or both send.',
      )
    }
    const when = {
      sendAt,
      sentAt: status === 'ENVIADA' ? (sentAt ?? sendAt) : null,
      status,
      error: status === 'ERRO' ? 'late' : null,
    }
    const id = importedId('schedules', idOf(row), madeAt(row))
    const userId = named(work.known.users, row, 'userId', companyId)?.id ?? work.known.admins.get(old) ?? null
    const times = { createdAt: madeAt(row), updatedAt: moment(row, 'updatedAt') ?? madeAt(row) }
    return {
      from: idOf(row),
      media: row,
      old,
      row: { id, companyId, userId, contactId: contact.id, body: text(row, 'body'), ...when, ...times },
    }
  })
  for (const { from, media, old, row } of incoming) {
    const file = await fileOf(work, media, old, row.companyId)
    await store(work, { table: schedules, name }, [{ from, row: { ...row, ...file } }])
  }
}
