// Where the one-machine installation keeps the content of files: as `npm start` tells its server and worker.
import * as v from 'valibot'
import { mediaSettings, type MediaSettings } from '../../db/src/node/media/media-store.ts'
import { readSettings } from '../../db/src/node/settings.ts'
import { dataFolder } from '../paths.ts'

export const installedMedia = (): MediaSettings =>
  readSettings(v.object(mediaSettings), { ...process.env, MEDIA_DIR: `${dataFolder}/media` })
