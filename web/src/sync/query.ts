// A query as data: text with $n and its parameters, made by the `sql` tag. Values never become text;
// a nested query is spliced in and its parameters are renumbered. Invariant: (text, params) alone say what is read.

export interface Query<Row> {
  readonly text: string
  readonly params: readonly unknown[]
  /** Type only: what a row of the result is, camelCase. */
  readonly row?: Row
}

/** Columns come back camelCase. `sql<Row>\`select id, last_message from tickets where status = ${status}\`` */
export function sql<Row>(strings: TemplateStringsArray, ...values: unknown[]): Query<Row> {
  const params: unknown[] = []
  let text = strings[0] ?? ''
  values.forEach((value, index) => {
    text += (isQuery(value) ? splice(value, params) : `$${params.push(value)}`) + (strings[index + 1] ?? '')
  })
  return { text: text.trim(), params }
}

/** Names of the registry, which no parameter can be. */
export const rawSql = (text: string): Query<unknown> => ({ text, params: [] })

function isQuery(value: unknown): value is Query<unknown> {
  return typeof value === 'object' && value !== null && 'text' in value && 'params' in value
}

function splice(query: Query<unknown>, params: unknown[]): string {
  const offset = params.length
  params.push(...query.params)
  return query.text.replaceAll(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
}

/** Equal keys read the same. */
export function queryKey(query: Query<unknown>): string {
  return JSON.stringify([query.text, query.params])
}
