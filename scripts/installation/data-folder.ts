// The folder of a one-machine installation: nobody else's to look into, also when an earlier version made it.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { closeBelow, privateFolder } from '../../db/src/node/private-folder.ts'
import { dataFolder } from '../paths.ts'

/** Postgres looks after its own. */
const ofPostgres = 'postgres'

/** @throws Error when BALCAO_DATA names a folder that is somebody else's: its rights are not ours to change. */
export function openDataFolder({ postgresInside }: { postgresInside: boolean }): void {
  const isThere = existsSync(dataFolder) && readdirSync(dataFolder).length > 0
  if (isThere && !existsSync(join(dataFolder, 'secrets.json'))) {
    throw new Error(`${dataFolder} holds something else: choose another folder with BALCAO_DATA=…`)
  }
  const wasOpen = isThere && (statSync(dataFolder).mode & 0o067) !== 0
  privateFolder(dataFolder, { passage: postgresInside })
  if (wasOpen) closeBelow(dataFolder, [ofPostgres])
}
