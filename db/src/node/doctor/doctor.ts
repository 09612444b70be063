// Looks at an installation as it stands, and changes nothing of it but what somebody asks for by name.
import { connect } from '../connect.ts'
import { checkDatabase } from './database.ts'
import { linesOf, summaryOf, type Finding } from './finding.ts'
import { checkPlaces, type Places } from './places.ts'
import { repairRewritten } from './rewritten-numbers.ts'
import { checkSettings, type Settings } from './settings.ts'

export interface Patient {
  /** As server and worker are told. */
  env: Settings
  /** Of a role that may read all; null with why there is no database to ask. */
  database: { url: string } | { problem: Finding }
  places: Places
}

export async function examine({ env, database, places }: Patient): Promise<Finding[]> {
  const ofDatabase = 'problem' in database ? [database.problem] : await checkDatabase(database.url, env)
  return [...(await checkSettings(env)), ...ofDatabase, ...(await checkPlaces(places, env))]
}

/** Prints all of it. Resolves with whether nothing is an error. */
export async function examineAndTell(patient: Patient, print: (line: string) => void): Promise<boolean> {
  const findings = await examine(patient)
  for (const line of linesOf(findings)) print(line)
  print('')
  print(summaryOf(findings))
  return findings.every(({ level }) => level !== 'error')
}

/** The one thing that it changes: numbers of contacts that are proven to be rewritten. Each is printed. */
export const repairFlag = '--repair-numbers'

export async function repairNumbers(url: string, print: (line: string) => void): Promise<void> {
  const db = connect(url, { max: 2 })
  try {
    const count = await repairRewritten(db, print)
    print(count === 0 ? 'Nenhum número comprovadamente reescrito.' : `Números devolvidos: ${count}.`)
  } finally {
    await db.end()
  }
}
