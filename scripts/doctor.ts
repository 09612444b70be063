// `pnpm run doctor`: what is wrong with this installation and what to do, while it runs or stands still; 1 when something is. Changes nothing but, with
// --repair-numbers, contacts' numbers that are proven to be rewritten: an
// embedded Postgres that stands still is started to be asked, and stopped again.
import { existsSync } from 'node:fs'
import { examineAndTell, repairFlag, repairNumbers, type Patient } from '../db/src/node/doctor/doctor.ts'
import { error } from '../db/src/node/doctor/finding.ts'
import { isRunning, startEmbeddedPostgres, type EmbeddedServer } from '../db/src/node/postgres/embedded-postgres.ts'
import { readSecrets } from './installation/secrets.ts'
import { dataFolder } from './paths.ts'
import { endWith } from './told-problem.ts'

await endWith(async () => {
  const secretsFile = `${dataFolder}/secrets.json`
  const given = process.env['DATABASE_URL']
  if (given === undefined && !existsSync(secretsFile)) {
    throw new Error(
      existsSync(`${dataFolder}/restoring`)
        ? `A restauração em ${dataFolder} não terminou: rode de novo o pnpm restore`
        : `Não há instalação em ${dataFolder}: npm start faz uma, BALCAO_DATA=… nomeia outra`,
    )
  }
  const secrets = await readSecrets()
  const env: Record<string, string | undefined> = {
    MEDIA_DIR: `${dataFolder}/media`,
    // As npm start has it.
    VAPID_SUBJECT: 'mailto:suporte@balcao.example',
    ...secrets,
    ...process.env,
  }
  const folder = `${dataFolder}/postgres`
  const wasRunning = given === undefined && (await isRunning(folder))
  let server: EmbeddedServer | null = null
  let database: Patient['database']
  try {
    if (given === undefined) server = await startEmbeddedPostgres(folder)
    database = { url: given ?? server?.url('balcao') ?? '' }
  } catch {
    database = {
      problem: error(
        'Banco de dados: o Postgres da instalação não inicia',
        `veja o espaço e o dono de ${folder}; senão, pnpm restore`,
      ),
    }
  }
  try {
    if ('url' in database && process.argv.includes(repairFlag)) await repairNumbers(database.url, console.log)
    const well = await examineAndTell(
      {
        env,
        database,
        places: {
          folders: { dados: dataFolder, arquivos: env['MEDIA_DIR'] ?? dataFolder },
          privateFolder: dataFolder,
          serverUrl: env['PUBLIC_URL'] ?? `http://127.0.0.1:${env['PORT'] ?? '8787'}`,
        },
      },
      console.log,
    )
    if (!well) process.exitCode = 1
  } finally {
    if (!wasRunning) await server?.stop()
  }
})
