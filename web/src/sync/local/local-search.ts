// What can be searched on this device: the words of messages and contacts, folded, in narrow tables that a substring search reads
// whole (100,000 messages in some 40 ms; folding them while searching takes seconds). Triggers keep them with the synced rows;
// what is pending is few rows and folded when it is asked for.
// Invariant: `searched_messages` and `searched_contacts` have what the views have, deleted messages excepted.
import { createFoldText } from 'db/kit/sql/search-text.ts'
import { overlayName, searchedName, syncedName } from 'db/kit/sql/local-names.ts'

interface Searched {
  table: string
  /** Beside id and text. */
  columns: readonly { name: string; type: string }[]
  /** The words of row `r`; nothing can be found when they are empty. */
  words(r: string): string
}

const searched: readonly Searched[] = [
  {
    table: 'messages',
    columns: [
      { name: 'ticket_id', type: 'uuid' },
      { name: 'created_at', type: 'timestamptz' },
    ],
    words: (r) => `case when ${r}.is_deleted then '' else comparable(concat_ws(' ', ${r}.body, ${r}.media_name)) end`,
  },
  { table: 'contacts', columns: [], words: (r) => `comparable(concat_ws(' ', ${r}.name, ${r}.number))` },
]

/** Most words have no accents: what is plain ASCII needs no decomposing. */
const comparable = `
create function comparable(text) returns text language sql immutable strict
return case when octet_length($1) = length($1) then lower($1) else fold_text($1) end;`

function searchDdl({ table, columns, words }: Searched): string {
  const [synced, overlay, texts] = [syncedName(table), overlayName(table), `${table}_texts`]
  const names = columns.map(({ name }) => `, ${name}`).join('')
  const of = (r: string) => columns.map(({ name }) => `, ${r}.${name}`).join('')
  const same = columns.map(({ name }) => ` and t.${name} = n.${name}`).join('')
  const assignments = ['text', ...columns.map(({ name }) => name)]
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')
  return `
create table ${texts} (id uuid primary key, text text not null${columns.map(({ name, type }) => `, ${name} ${type}`).join('')});
create function keep_${texts}() returns trigger language plpgsql as $$
begin
  if TG_OP <> 'INSERT' then
    delete from ${texts} t using gone_rows n where t.id = n.id
      and (TG_OP = 'DELETE' or not exists (select from ${synced} s where s.id = n.id and ${words('s')} <> ''));
  end if;
  if TG_OP = 'DELETE' then return null; end if;
  insert into ${texts} (id, text${names})
    select n.id, n.words${of('n')} from (select r.id, ${words('r')} as words${of('r')} from new_rows r) n
    where n.words <> '' and not exists (select from ${texts} t where t.id = n.id and t.text = n.words${same})
    on conflict (id) do update set ${assignments};
  return null;
end $$;
create trigger keep_texts_insert after insert on ${synced} referencing new table as new_rows
  for each statement execute function keep_${texts}();
create trigger keep_texts_update after update on ${synced} referencing old table as gone_rows new table as new_rows
  for each statement execute function keep_${texts}();
create trigger keep_texts_delete after delete on ${synced} referencing old table as gone_rows
  for each statement execute function keep_${texts}();
create view ${searchedName(table)} as
  select id, text${names} from ${texts} t where not exists (select from ${overlay} o where o.id = t.id)
  union all
  select r.id, ${words('r')}${of('r')} from ${overlay} r where not r._deleted;`
}

export const localSearchDdl = [`${createFoldText};`, comparable, ...searched.map(searchDdl)].join('\n')
