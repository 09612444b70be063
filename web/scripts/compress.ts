// Each built file once more as `.br`, so that the server sends what was made here instead of compressing it anew for every device.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = promisify(brotliCompress)

/** Of 11. Of what is no text the two that are left would gain a tenth, too, and take half a minute of every build. */
const quality = (path: string) => (/\.(?:js|css|html|json|webmanifest)$/.test(path) ? 11 : 9)

/** Below this one packet carries it either way. */
const smallest = 1024

/** The last plugin: the service worker's file is there by then. */
export function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        const files = await readdir(folder, { recursive: true, withFileTypes: true })
        await Promise.all(
          files.filter((file) => file.isFile()).map((file) => writeCompressed(join(file.parentPath, file.name))),
        )
      },
    },
  }
}

async function writeCompressed(path: string) {
  const bytes = await readFile(path)
  if (bytes.length < smallest) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality(path),
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  }
  const smaller = await compress(bytes, { params })
  if (smaller.length < bytes.length * 0.9) await writeFile(`${path}.br`, smaller)
}
