// `pnpm import:whaticket --from URL [--files DIR] [--dry-run]`: companies of a Whaticket, Whaticket SaaS, Ticketz or Izing come over.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { connect } from 'db/node/connect.ts'
import { mediaSettings, openMediaStore } from 'db/node/media/media-store.ts'
import { readSettings } from 'db/node/settings.ts'
import { isTimeZone } from 'db/companies/time-zone.ts'
import * as v from 'valibot'
import { openDataFolder } from '../../../scripts/installation/data-folder.ts'
import { withInstalledDatabase } from '../../../scripts/installation/installed-database.ts'
import { dataFolder } from '../../../scripts/paths.ts'
import { loadSecrets } from '../../../scripts/installation/secrets.ts'
import { endWith } from '../../../scripts/told-problem.ts'
import { importWhaticket } from './import.ts'
import { reportLines } from './report.ts'

const help = `pnpm import:whaticket --from postgres://… | mariadb://…
  --files DIR       the old installation's public folder
  --dry-run         read and report, write nothing
  --report FILE     the whole report as JSON
  --company NAME    of a database that knows no companies
  --time-zone ZONE  of companies that are made (America/Sao_Paulo)
  --clock OFFSET    in which a MariaDB keeps its times (-03:00, as the old system does)`

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    files: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    report: { type: 'string' },
    company: { type: 'string', default: 'Minha empresa' },
    'time-zone': { type: 'string', default: 'America/Sao_Paulo' },
    clock: { type: 'string', default: '-03:00' },
  },
})

const { from, files, report: reportFile, clock } = values
const zone = values['time-zone']
if (from === undefined || !/^(Z|[+-]\d\d:\d\d)$/.test(clock) || !isTimeZone(zone)) {
  console.error(help)
  process.exit(2)
}

let told = 0
function progress(table: string, done: number, of: number) {
  const isEnd = done >= of
  if (!isEnd && Date.now() - told < 1_000) return
  told = Date.now()
  const line = `${table} ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}${isEnd ? '\n' : ''}`)
  else console.log(line)
}

await endWith(async () => {
  const postgresInside = process.env['DATABASE_URL'] === undefined
  if (postgresInside) {
    openDataFolder({ postgresInside })
    await loadSecrets()
  }
  await withInstalledDatabase(async (url) => {
    const db = connect(url, { max: 2 })
    try {
      const kept = { MEDIA_DIR: `${dataFolder}/media`, ...process.env }
      const media = await openMediaStore(readSettings(v.object(mediaSettings), kept))
      const report = await importWhaticket(
        { db, media },
        {
          from,
          files: files ?? null,
          isDryRun: values['dry-run'],
          timeZone: zone,
          companyName: values.company,
          clock,
          progress,
        },
      )
      console.log(reportLines(report).join('\n'))
      if (reportFile !== undefined) await writeFile(reportFile, JSON.stringify(report, null, 2))
    } finally {
      await db.end()
    }
  })
})
