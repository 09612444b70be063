// A rotation as a command runs and tells it.
import { connect } from 'db/node/connect.ts'
import { currentKeyId, type KeyRing } from 'db/node/keys/cipher.ts'
import { rotateKeys, WorkerBehindError, type Rotated } from './rotate.ts'

/** Prints what was done. Resolves with whether nothing is left that a former key is needed for. */
export async function rotateAndReport(url: string, ring: KeyRing, print: (line: string) => void): Promise<boolean> {
  const db = connect(url)
  try {
    const results = await rotateKeys(db.sql, ring)
    for (const line of linesOf(results)) print(line)
    const isDone = results.every(({ unreadable, left }) => unreadable + left === 0)
    print(
      isDone
        ? `everything is sealed with the current key (${currentKeyId(ring)}): former keys are needed no more`
        : 'not done: keep the former keys',
    )
    return isDone
  } catch (error) {
    if (!(error instanceof WorkerBehindError)) throw error
    print(error.message)
    return false
  } finally {
    await db.end()
  }
}

export const linesOf = (results: readonly Rotated[]) =>
  results.flatMap(({ name, rotated, unreadable, left }) => [
    `${name}: ${rotated} sealed anew`,
    ...(unreadable > 0
      ? [`${name}: ${unreadable} open with none of the keys: is one missing in SESSION_KEYS_FORMER?`]
      : []),
    ...(left > 0 ? [`${name}: ${left} are being written with another key: restart the workers`] : []),
  ])
