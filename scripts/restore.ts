// `pnpm restore --from DIR [--moved]`: a backup, the newest in DIR or the one that it names, into an installation that is not there yet: the folder
// BALCAO_DATA, or the empty database at DATABASE_URL. Nothing that exists is overwritten.
// Invariant: the folder becomes an installation's by its secrets.json, which comes last; one that was interrupted is begun anew.
import { existsSync, readdirSync } from 'node:fs'
import { copyFile, rename, rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { BackupProblem, findBackup, secretsFile } from '../db/src/node/backup/format.ts'
import { restoreBackup, type Restored } from '../db/src/node/backup/restore.ts'
import { privateFolder } from '../db/src/node/private-folder.ts'
import { currentKeyId } from '../db/src/node/keys/cipher.ts'
import { ringFrom } from '../db/src/node/keys/settings.ts'
import { installedMedia } from './installation/installed-media.ts'
import { withWholeDatabase } from './installation/installed-database.ts'
import { dataFolder } from './paths.ts'
import { loadSecrets } from './installation/secrets.ts'
import { endWith } from './told-problem.ts'

const marker = `${dataFolder}/restoring`
const secrets = `${dataFolder}/secrets.json`

await endWith(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, moved: { type: 'boolean', default: false } } })
  if (!values.from) throw new BackupProblem('diga de onde: pnpm restore --from PASTA')
  const backup = await findBackup(values.from)
  await begin()
  const restored = await withWholeDatabase((superuserUrl) =>
    restoreBackup({
      superuserUrl,
      media: installedMedia(),
      backup,
      moved: values.moved,
      watching: { print: console.log },
    }),
  )
  if (existsSync(secretsFile(backup))) {
    await copyFile(secretsFile(backup), `${secrets}.new`)
    await rename(`${secrets}.new`, secrets)
  }
  // Makes what is missing.
  const ring = ringFrom(await loadSecrets())
  await rm(marker)
  tell(backup, restored, currentKeyId(ring))
  if (restored.missing.length > 0) throw new BackupProblem(`${restored.missing.length} arquivos não estão na cópia`)
})

async function begin() {
  if (existsSync(marker)) await rm(dataFolder, { recursive: true })
  else if (existsSync(dataFolder) && readdirSync(dataFolder).length > 0)
    throw new BackupProblem(`${dataFolder} não está vazia: escolha outra pasta com BALCAO_DATA=…`)
  privateFolder(dataFolder, { passage: process.env['DATABASE_URL'] === undefined })
  await writeFile(marker, '')
}

function tell(backup: string, { manifest, migrations, held, missing }: Restored, keyId: string) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Restaurado de ${backup} em ${dataFolder}`)
  console.log(`  ${manifest.tables.length} tabelas com ${rows} linhas, iguais à cópia`)
  console.log(`  ${manifest.files.count - missing.length} arquivos, conferidos pelo conteúdo`)
  if (migrations.length > 0) console.log(`  atualizado para esta versão: ${migrations.length} migrações`)
  if (held.campaigns > 0)
    console.log(`  ${held.campaigns} campanhas paradas: podem ter enviado depois da cópia; retome-as nas telas`)
  if (held.schedules > 0)
    console.log(`  ${held.schedules} agendamentos vencidos não serão enviados sozinhos: podem já ter ido`)
  if (manifest.keyId !== null && manifest.keyId !== keyId)
    console.log('  A chave SESSION_KEYS_SECRET é outra: as conexões terão de ser vinculadas de novo.')
}
