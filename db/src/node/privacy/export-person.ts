// Everything about one person as a zip: JSON by kind, and their files. Streamed: of messages a page, of files a chunk is in memory.
import { makeZip } from 'client-zip'
import { createHash } from 'node:crypto'
import type { Database } from '../connect.ts'
import type { MediaStore } from '../media/media-store.ts'

interface Person {
  companyId: string
  contactId: string
}

const page = 500

/** `$1` the company, `$2` the contact: rows as JSON objects in a column `row`. What WhatsApp's protocol needs of them is no part of it. */
const datasets: Readonly<Record<string, string>> = {
  contato: `select to_jsonb(c) - 'picture_due_at' as row from contacts c where company_id = $1 and id = $2`,
  atendimentos: `select to_jsonb(t) as row from tickets t where company_id = $1 and contact_id = $2 order by created_at`,
  ciclos: `select to_jsonb(y) as row from ticket_cycles y where company_id = $1 and contact_id = $2 order by started_at`,
  acontecimentos: `select to_jsonb(e) as row from ticket_events e join tickets t on t.id = e.ticket_id
    where t.company_id = $1 and t.contact_id = $2 order by e.created_at`,
  notas: `select to_jsonb(n) as row from ticket_notes n where company_id = $1 and contact_id = $2 order by created_at`,
  etiquetas: `select jsonb_build_object('ticket_id', x.ticket_id, 'etiqueta', g.name) as row
    from ticket_tags x join tags g on g.id = x.tag_id join tickets t on t.id = x.ticket_id where t.company_id = $1 and t.contact_id = $2`,
  agendamentos: `select to_jsonb(s) as row from schedules s where company_id = $1 and contact_id = $2 order by send_at`,
  listas: `select to_jsonb(i) || jsonb_build_object('lista', l.name) as row from contact_list_items i join contact_lists l on l.id = i.contact_list_id
    where i.company_id = $1 and i.number_key = (select one_number(number) from contacts where company_id = $1 and id = $2)`,
  campanhas: `select to_jsonb(s) || jsonb_build_object('campanha', c.name) as row from campaign_shippings s join campaigns c on c.id = s.campaign_id
    where s.company_id = $1 and (s.contact_id = $2
      or s.number_key = (select one_number(number) from contacts where company_id = $1 and id = $2))`,
  recusas: `select to_jsonb(o) as row from opt_outs o where company_id = $1 and (contact_id = $2
    or number_key = (select one_number(number) from contacts where company_id = $1 and id = $2))`,
  agenda: `select to_jsonb(p) as row from phone_contacts p join contacts c on c.company_id = p.company_id and (one_number(c.number) = one_number(p.number) or c.lid = p.lid)
    where c.company_id = $1 and c.id = $2`,
}

/** Said by or to them, and by them in groups. */
const ofPerson = '(contact_id = $2 or participant_id = $2)'

const readme = `Dados pessoais, exportados pelo Balcão.

dados/*.json      o que a empresa guarda, um arquivo por assunto; datas em UTC
dados/mensagens   as mensagens, da mais antiga à mais nova
arquivos/         os arquivos das mensagens e a foto, com o começo do SHA-256 no nome
`

export function exportPerson(
  { db, media }: { db: Database; media: MediaStore },
  person: Person,
): ReadableStream<Uint8Array> {
  return makeZip(entries({ db, media }, person))
}

async function* entries({ db, media }: { db: Database; media: MediaStore }, person: Person) {
  const lastModified = new Date()
  yield { name: 'LEIA-ME.txt', lastModified, input: readme }
  for (const [name, text] of Object.entries(datasets)) {
    const rows = await db.sql.unsafe<{ row: unknown }[]>(text, [person.companyId, person.contactId])
    yield {
      name: `dados/${name}.json`,
      lastModified,
      input: JSON.stringify(
        rows.map(({ row }) => row),
        null,
        2,
      ),
    }
  }
  yield { name: 'dados/mensagens.json', lastModified, input: messagesOf(db, person) }
  for (const { hash, name } of await filesOf(db, person)) {
    const content = await media.read({ companyId: person.companyId, hash })
    if (content) yield { name: `arquivos/${hash.slice(0, 12)}-${fileName(name)}`, lastModified, input: content }
  }
}

/** One array of JSON, by the page. */
async function* messagesOf(db: Database, { companyId, contactId }: Person): AsyncGenerator<string> {
  let after: [createdAt: string, id: string] = ['-infinity', '00000000-0000-0000-0000-000000000000']
  let separator = '[\n'
  for (;;) {
    const rows = await db.sql.unsafe<{ id: string; at: string; row: object }[]>(
      `select id, created_at::text as at, to_jsonb(m) - 'quoted' as row from messages m
       where company_id = $1 and ${ofPerson} and (created_at, id) > ($3::text::timestamptz, $4::uuid) order by created_at, id limit ${page}`,
      [companyId, contactId, ...after],
    )
    for (const { row } of rows) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
    const last = rows.at(-1)
    if (!last || rows.length < page) break
    after = [last.at, last.id]
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

interface NamedFile {
  hash: string
  name: string | null
}

/** Each file once, by whichever name it came with. */
export function filesOf({ sql }: Database, { companyId, contactId }: Person): Promise<NamedFile[]> {
  return sql.unsafe<NamedFile[]>(
    `select hash, min(name) as name from (
       select media_hash as hash, media_name as name from messages where company_id = $1 and ${ofPerson}
       union all select thumbnail_hash, 'miniatura.jpg' from messages where company_id = $1 and ${ofPerson}
       union all select media_hash, media_name from schedules where company_id = $1 and contact_id = $2
       union all select picture_hash, 'foto.jpg' from contacts where company_id = $1 and id = $2) f
     where hash is not null group by hash`,
    [companyId, contactId],
  )
}

/** What a customer called it is no path. */
const fileName = (name: string | null) =>
  (name ?? 'arquivo')
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(-100)

/** Hash and size of what `stream` holds, told to `write` by the chunk. */
export async function measured(stream: ReadableStream<Uint8Array>, write: (chunk: Uint8Array) => Promise<unknown>) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    bytes += chunk.length
    await write(chunk)
  }
  return { hash: hash.digest('hex'), bytes }
}
