// What can be searched on this device: the words that tables name in their `device`, folded, in narrow tables that a substring search reads
// whole (100,000 messages in some 40 ms; folding them while searching takes seconds). Triggers keep them with the synced rows;
// what is pending is few rows and folded when it is asked for.
// Invariant: `searched_x` has what the view `x` has, rows without words excepted.
import type { SyncedTable } from 'db/kit/define-table.ts'
import { createFoldText } from 'db/kit/sql/search-text.ts'
import { overlayName, searchedName, syncedName } from 'db/kit/sql/local-names.ts'

/** Most words have no accents: what is plain ASCII needs no decomposing. Not strict: Postgres would not put it into the statement, and call it for each row. */
const comparable = `
create function comparable(text) returns text language sql immutable
return case when octet_length($1) = length($1) then lower($1) else fold_text($1) end;`

/** The tables, triggers and view of one table's search; none when its `device` has no search. */
function searchDdl({ name: table, device: { search } }: SyncedTable): string[] {
  if (!search) return []
  const { columns } = search
  /** The words of row `r`; nothing can be found when they are empty. */
  const words = (r: string) => {
    const folded = `comparable(concat_ws(' ', ${search.words.map((name) => `${r}.${name}`).join(', ')}))`
    return search.unless ? `case when ${r}.${search.unless} then '' else ${folded} end` : folded
  }
  const [synced, overlay, texts] = [syncedName(table), overlayName(table), `${table}_texts`]
  const names = columns.map(({ name }) => `, ${name}`).join('')
  const of = (r: string) => columns.map(({ name }) => `, ${r}.${name}`).join('')
  const same = columns.map(({ name }) => ` and t.${name} = n.${name}`).join('')
  const assignments = ['text', ...columns.map(({ name }) => name)]
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')
  /** `offset 0`: each row's words are made once. */
  const insert = `insert into ${texts} (id, text${names})
    select n.id, n.words${of('n')} from (select r.id, ${words('r')} as words${of('r')} from new_rows r offset 0) n
    where n.words <> ''`
  return [
    `
create table ${texts} (id uuid primary key, text text not null${columns.map(({ name, type }) => `, ${name} ${type}`).join('')});
create function keep_${texts}() returns trigger language plpgsql as $$
begin
  if TG_OP <> 'INSERT' then
    delete from ${texts} t using gone_rows n where t.id = n.id
      and (TG_OP = 'DELETE' or not exists (select from ${synced} s where s.id = n.id and ${words('s')} <> ''));
  end if;
  if TG_OP = 'DELETE' then return null; end if;
  if TG_OP = 'INSERT' then
    ${insert};
    return null;
  end if;
  ${insert} and not exists (select from ${texts} t where t.id = n.id and t.text = n.words${same})
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
  select r.id, ${words('r')}${of('r')} from ${overlay} r where not r._deleted;`,
  ]
}

export const searchesDdl = (tables: readonly SyncedTable[]) => [
  `${createFoldText};`,
  comparable,
  ...tables.flatMap(searchDdl),
]
