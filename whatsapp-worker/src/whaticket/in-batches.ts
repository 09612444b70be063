// Rows in batches that fit into memory, however long their texts are. Pure.
import type { Row } from './source.ts'

const mostRows = 1_000
/** Characters of texts. */
const mostText = 4_000_000

export async function* inBatches(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let [batch, size]: [Row[], number] = [[], 0]
  for await (const row of rows) {
    batch.push(row)
    for (const value of Object.values(row)) if (typeof value === 'string') size += value.length
    if (batch.length < mostRows && size < mostText) continue
    yield batch
    ;[batch, size] = [[], 0]
  }
  if (batch.length > 0) yield batch
}
