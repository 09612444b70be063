// `pnpm backup --to DIR [--keep N] [--without-secrets]`: everything that the installation knows, at one moment, while it works or stands. Files
// that an earlier backup in DIR has are not copied again.
import { existsSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { makeBackup } from '../db/src/node/backup/backup.ts'
import { BackupProblem } from '../db/src/node/backup/format.ts'
import { currentKeyId } from '../db/src/node/keys/cipher.ts'
import { ringFrom } from '../db/src/node/keys/settings.ts'
import { installedMedia } from './installation/installed-media.ts'
import { withWholeDatabase } from './installation/installed-database.ts'
import { dataFolder } from './paths.ts'
import { endWith } from './told-problem.ts'
import { loadSecrets } from './installation/secrets.ts'

const options = v.object({
  to: v.pipe(v.string('diga onde: pnpm backup --to PASTA'), v.nonEmpty()),
  keep: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))),
  'without-secrets': v.optional(v.boolean(), false),
})

await endWith(async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, keep: { type: 'string' }, 'without-secrets': { type: 'boolean' } },
  })
  const asked = v.safeParse(options, values)
  if (!asked.success) throw new BackupProblem(asked.issues[0].message)
  const { to, keep, 'without-secrets': withoutSecrets } = asked.output
  const secrets = `${dataFolder}/secrets.json`
  if (process.env['DATABASE_URL'] === undefined && !existsSync(secrets))
    throw new BackupProblem(`não há instalação em ${dataFolder}`)
  // Who works beside it comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  // Where there are none yet none are made: nothing is sealed with them.
  const ring = ringFrom(existsSync(secrets) ? await loadSecrets() : process.env)
  const { backup, manifest, copied, removed } = await withWholeDatabase((databaseUrl) =>
    makeBackup({
      databaseUrl,
      media: installedMedia(),
      to,
      dataFolder,
      secrets: withoutSecrets ? null : secrets,
      keyId: currentKeyId(ring),
      keep: keep ?? null,
      now: new Date(),
      watching: { print: console.log },
    }),
  )
  const { tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Cópia em ${backup}`)
  console.log(
    `  ${tables.length} tabelas com ${rows} linhas; ${files.count} arquivos, ${copied} deles novos nesta pasta`,
  )
  if (removed > 0) console.log(`  cópias antigas removidas: ${removed}`)
  if (withoutSecrets || !existsSync(secrets))
    console.log('  Sem as chaves: guarde SESSION_KEYS_SECRET à parte, ou cada conexão terá de ser vinculada de novo.')
  else console.log('  Com as chaves da instalação: quem tem esta pasta lê tudo.')
  if (files.missing.length > 0)
    throw new BackupProblem(`${files.missing.length} arquivos já faltavam ou estavam corrompidos no armazenamento`)
})
